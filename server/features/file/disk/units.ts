/** Sizes and times as the calls about files give them. */
import { sql } from 'kysely'

/** Two decimals. */
export const kilobytes = (bytes: string | number) => Math.round(Number(bytes) / 10.24) / 100

/** SQL for a time column as it travels: `yyyy-MM-dd HH:mm:ss` in the zone of the tenant. */
export const wireTimeOf = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`
