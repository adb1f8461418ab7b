# Ends the process groups it guards when the server is gone, however it went (kill -9 included).
# The server holds the other end of standard input and writes "add GROUP" and "drop GROUP"; the kernel closes
# that end with the server, read then fails, and every group still guarded is killed.
guarded=' '
while read -r verb group; do
  case $group in '' | *[!0-9]*) continue ;; esac
  case $guarded in *" $group "*) guarded="${guarded%% "$group" *} ${guarded#* "$group" }" ;; esac
  case $verb in
    add) guarded="$guarded$group " ;;
  esac
done
for group in $guarded; do
  kill -KILL "-$group" 2>/dev/null
done
exit 0
