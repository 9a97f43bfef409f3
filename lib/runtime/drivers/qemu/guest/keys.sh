#!/bin/sh
# keys USER: writes the platform's keys, from standard input, beside the keys that the accounts' owners have added.
platform=$(cat)
umask 077
for home in /root "/home/$1"; do
  [ -d "$home/.ssh" ] || mkdir -p "$home/.ssh"
  file=$home/.ssh/authorized_keys
  own='' ours=
  if [ -e "$file" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in
        '# svc: begin') ours=1 ;;
        '# svc: end') ours= ;;
        *) [ -n "$ours" ] || own="$own$line
" ;;
      esac
    done <"$file"
  fi
  printf '# svc: begin\n%s\n# svc: end\n%s' "$platform" "$own" >"$file.svc" && mv "$file.svc" "$file"
  [ "$home" = /root ] || chown -R "$1:$1" "$home/.ssh"
done
