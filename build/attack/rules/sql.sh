# Statements that delete, sent to a database client in every way that clients have.
judge <<'END'
psql -c 'SELECT 1'
psql -c 'DROP TABLE t'
mysql -e'DROP TABLE t'
mysql -e"drop table t"
mysql --execute='DROP TABLE t'
mysql --exec='DROP TABLE t'
mysql -uroot -ve'DROP DATABASE d'
psql -c'DROP TABLE t'
psql --command='DROP TABLE t'
psql --comm 'DROP TABLE t'
psql -Xqc 'TRUNCATE t'
psql -c 'SELECT 1; DELETE FROM t'
psql -c '/* x */ dRoP /* y */ tAbLe t'
psql <<< 'DROP TABLE t'
echo 'DROP TABLE t' | psql
printf 'DROP TABLE %s' t | mysql
sqlite3 db 'DROP TABLE t'
sqlite3 db .dump 'DELETE FROM t'
sqlite3 -cmd 'DROP TABLE t' db
duckdb -c 'DROP TABLE t'
mariadb -e'DROP TABLE t'
clickhouse-client -q'DROP TABLE t'
clickhouse-client --query='DROP TABLE t'
clickhouse client --query 'DROP TABLE t'
cockroach sql -e'DROP TABLE t'
cockroach sql --execute='DROP TABLE t'
redis-cli FLUSHALL
redis-cli -h x flushdb
redis-cli -n 3 FLUSHALL ASYNC
echo FLUSHALL | redis-cli
mysqladmin -f drop d
dropdb d
mongosh --eval 'db.dropDatabase()'
sudo -u postgres psql -c'DROP TABLE t'
docker exec db psql -U x -c'DROP TABLE t'
bash -c "psql -c'DROP TABLE t'"
psql -c "$(echo 'DROP TABLE t')"
s='DROP TABLE t'; psql -c "$s"
psql -v x=1 -c $'DR\x4fP TABLE t'
END
stops
held
