"""``memoryd demo``: the promise, shown on a throw-away home.

Agents write through memoryd while an editor saves the same file and the daemon is killed half-way. Each of them keeps
a ledger of its own; afterwards the file is compared with the ledgers. To read in this order:

``ledger``   what a writer notes down, and where
``agent``    one agent process
``editor``   the process that edits the file as an editor does
``verdict``  the file against the ledgers: found, lost, applied twice
``stage``    the home, the processes, the kill
``screen``   what a person sees meanwhile and afterwards
``command``  all of it together
"""
