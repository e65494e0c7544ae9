"""One module per subject; ``memoryd.ctl.root`` has the table of commands."""
