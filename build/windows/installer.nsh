; Links of the form fabula://open?path=… open in Fabula: electron-builder registers file types with Windows, and no protocols.
; What a web page puts into a link stays one argument after `--`, so it can be no switch of Chromium's or Fabula's.
; https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa767914(v=vs.85)
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabula" "" "URL:Fabula"
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabula" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabula\DefaultIcon" "" '"$appExe",0'
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabula\shell\open\command" "" '"$appExe" -- "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\fabula"
!macroend
