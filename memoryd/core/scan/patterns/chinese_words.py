"""Chinese classes of verbs, objects and places, and the rows that they make by meeting in one sentence, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations
from typing import Final

from memoryd.core.scan.engine import Late
from memoryd.core.scan.patterns.row import Row

SHOW: Final = "打印|输出|輸出|显示|顯示|展示|贴|粘贴|复述|重复|念|列出|发|發|上传|上傳|公开|公開|提交|附上|附在|报告|告诉|告訴|转发|轉發|泄露|洩露|写入|写进|写到|寫入|抄|回显|回显|朗读|翻译|背诵|吐出|给大家|给我看|曝光|暴露|披露|外传|导出"
READ: Final = (
    f"{SHOW}|读取|讀取|读出|读一|先读|复制|複製|拷贝|拷貝|打包|收集|提取|搜|翻|查看|打开|抓取|窃取|偷|拿到|获取|cat"
)
WRITE: Final = "写一|写上|加段|写入|寫入|写进|写到|加一|加上|加入|加进|添加|追加|放入|放进|放到|新建|创建|注册|安装|设为|设成|设置|改成|改为|修改|植入|插入|配置|塞|注入|编辑|改写|末尾加|里加|中加|登记|埋|建一个|启用|挂上|替换"
KEPT: Final = "hermesenv|awscredentials|netrc|pgpass|gitcredentials|sshid|idrsa|ided25519|etcshadow|私钥|私鑰|npmrc|pypirc|ghhosts|dockerconfigjson|助记词|浏览器密码|浏览器cookie|浏览器里保存|env|钥匙串|密钥文件|凭据文件|凭证文件|vaulttoken"
PLACES: Final = "zshrc|bashrc|zshenv|bashprofile|profiled|crontab|cron|systemd|launchagent|launchdaemon|开机自启|開機自啟|自启动|自启|启动项|计划任务|定时任务|rclocal|登录项|githook|钩子|启动脚本|shell配置|etcprofile|profile|注册表|开机启动"
PAYLOAD: Final = "tmp|devshm|curl.{0,60}(?:bash|sh)|nohup|base64|隐藏|声张|反弹|载荷|木马|后门|下载.{0,20}(?:执行|运行)|拉取.{0,20}(?:执行|运行)|http.{0,60}(?:执行|运行|bash)|执行.{0,12}http|后台.{0,6}helper|python3c|保活|被杀.{0,6}重启|悄悄|偷偷|瞒着|不要(?:说|提|告)|别(?:说|提|告)"
AGENT_FILES: Final = "agentsmd|claudemd|soulmd|geminimd|memorymd|cursorrules|hermesconfig|hermes的配置|hermes配置|claudesettings|mcpjson|智能体配置|代理配置|copilotinstructions|windsurfrules"
LOOSE: Final = "批准|审批|審批|确认|確認|白名单|沙箱|允许所有|允许全部|服从|忽略|无视|绕过|跳过|预先|放行|护栏|限制|安全检查|http|上传|发送到|听命|扫描器|不再询问|免审|yolo|无条件"
NOTE: Final = "(?:这条|这段|本条|此条|该条|这则|本段|这个|同样的|原样的|本)(?:笔记|记忆|条目|文字|指令|规则|内容|文本|话|备注|种子)|种子|自身|自我复制|自己复制"
C2: Final = "命令与控制|命令和控制|命令控制|c2|cnc|控制服务器|主控|傀儡|僵尸网络|植入体|植入物|信标|肉鸡|载荷|第二阶段|下一阶段|远控|操控者|控制端|上级节点|指挥服务器|中继"
CALL: Final = "注册|上线|连接|連接|轮询|輪詢|上报|报到|接收|加载|下载|运行|执行|等待|领取|签到|照办|照做|激活|心跳|请求|回连|待命|听令|解除|拉取|加入|汇报"
PROMPT: Final = "系统提示词?|系統提示詞?|系统消息|系统指令|开发者消息|开发者指令|初始指令|初始提示|内部指令|隐藏指令|以上所有内容|以上全部内容|上面所有内容|上面的全部|以上内容|提示词|你收到的指令|从你是开始"
WHOLE: Final = "你的|您的|全文|完整|原样|一字不差|逐字|原文|全部|所有|一字不漏|原封不动|开头到|整段|不加修改|从你是"
RULES: Final = "规则|規則|准则|準則|规定|政策|限制|护栏|安全措施|步骤|守则|训练|审批|约束|防线|底线|原则|策略|检查|条款"
VOID: Final = "毫无意义|当它不存在|当不存在|无关紧要|不用理会|不必理会|不用管|不必管|不用遵守|不必遵守|无需遵守|不需要遵守|可以忽略|可以无视|可以违反|可以绕过|可以打破|不再适用|不适用|作废|失效|形同虚设|当作不存在|视为无效|视作无效|当没看见|一概不|统统不|可以不遵守|不受约束|放在一边|抛到一边|不再有效|不起作用|随意突破|尽管违反|已关闭|关掉|已取消|不必执行|可以不管|统统不管|一概不管|抛诸脑后|不作数|不算数"
SOURCE: Final = "官方|系统|系統|升级|升級|维护|更新|公告|通知|补丁|厂商|平台|开发团队|开发者|管理员|安全团队|总部|运营"
CHECKS: Final = "确认步骤|确认|確認|审批|審批|批准|准则|扫描器|限制|护栏|安全检查|沙箱|拒绝|授权"
LIFTED: Final = "取消|停用|关闭|无需|不再需要|不需要|失效|解除|永不|免除|废止|自动批准|直接运行|直接执行|一律通过|全部放行|必须执行|必须安装|必须运行|立即执行|不必"
DEED: Final = "副本|外传|传输|上传|转发|付款|转账|扣款|删除|失败|改动|提交|数据|文件|泄露|事故|丢失|记录|备份|密钥|账号|花费|费用|内容|复制|发送|发出|改过|漏洞|报错|原因|真相|测试|访问|权限|下单|订单"
ASKED: Final = "问|問|追究|质疑|怀疑|发现|打听|起疑|投诉|查起"
LIED: Final = "骗|声称|聲稱|谎|否认|否認|装作|装傻|推说|就说.{0,4}坏|糊弄|撒谎|坚称|隐瞒|搪塞|敷衍|瞎编|编个|编一个|就说没|就说只有|就说不知|就说是|说成|回答没有|答没有|说没有|说只有|一口咬定|假装|咬定"
PRIVATE: Final = "聊天记录|聊天|对话|記憶|记忆文件|记忆内容|消息原文|消息|会话|源码|源代码|密钥|令牌|环境变量|客户名单|客户资料|通讯录|用户的?(?:消息|文件|数据|资料|隐私|照片|邮件|输入|回复)|剪贴板|键盘记录|屏幕截图|密码|凭据|私有仓库|浏览记录|账单|身份证|每个文件|所有文件|全部文件|每份文件|每条消息|所有消息|病历|原话"
MOVE: Final = "转发|轉發|发送|發送|发到|发给|发往|传到|传给|传至|上传|上傳|抄送|同步到|推送到|外发|寄到|寄给|post|提交到|上报|备份到|拷到|复制到|附在|拼进|附加"
OUT: Final = (
    "http|ftp|examplenet|examplecom|exampleorg|"
    + "|".join(f"{zone}(?:[^a-z]|$)" for zone in ("com", "net", "org", "io", "cn", "xyz", "top", "ru"))
    + "|公共目录|外部|webhook|pastebin|telegram|匿名|陌生|境外|个人邮箱|私人邮箱"
)
UNDO: Final = Late(
    "不要|禁止|切勿|不得|严禁|绝不|避免|请勿|防止|不会|不能|不允许|不应|别把|别将|勿将|勿把|不可|从不|以免|一定要告诉|必须告诉|要告诉|应告诉|如实|公钥|示例|模板|拒绝保存|拦截|检测|样例"
)


def meet(*classes: str) -> str:
    """The classes in any order."""
    return "|".join("(?:" + ".*?".join(f"(?:{part})" for part in order) + ").{0,6}" for order in permutations(classes))


def unless(more: str = "", need: str = "") -> Callable[[str], bool]:
    """Accept what neither undoes the act nor holds `more`, and holds `need`."""
    unless = Late(more) if more else None
    needed = Late(need) if need else None

    def accept(phrase: str) -> bool:
        if UNDO.search(phrase) or (unless is not None and unless.search(phrase)):
            return False
        return needed is None or needed.search(phrase) is not None

    return accept


def _pieces(source: str) -> str:
    """The literal beginnings of a class of alternatives."""
    pieces: list[str] = []
    for choice in re.split(r"\|(?![^()]*\))", re.sub(r"[^)]\?", "", source)):
        inside = choice[3 : choice.index(")")] if choice.startswith("(?:") else re.sub(r"\(\?:[^()]*\)\??", "", choice)
        pieces.extend(re.split(r"[\\?*.{}+()\[]", piece)[0] for piece in inside.split("|"))
    return "|".join(dict.fromkeys(piece for piece in pieces if piece))


def row(
    name: str,
    category: str,
    classes: tuple[str, ...],
    hits: tuple[str, ...],
    passes: tuple[str, ...],
    accept: Callable[[str], bool],
) -> Row:
    """A row of classes that all have to be there."""
    anchors = tuple(_pieces(part) for part in classes)
    return Row(
        id=name, category=category, languages=("zh",), view="squeezed", regex=meet(*classes), anchors=anchors,
        orders=True, hits=hits, passes=passes, accept=accept,
    )  # fmt: skip
