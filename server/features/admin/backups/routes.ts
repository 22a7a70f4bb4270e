import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { backUpDataBase, downloadDataBaseFile, updateLogSystemByMark } from '../../../../model/contract/admin/backups.ts'
import { backups } from '../../../../model/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import { platformState } from './platform-state.ts'
import { systemInfo } from './system-info.ts'

const FILE = 'application/octet-stream'

const backupWrites = writes(backups, {
  remove: {
    async apply(tx, { services }, ids, erase) {
      const rows = await tx.all(
        build
          .selectFrom('backups')
          .select(['file_name', 'backup_state', 'verdict'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`),
      )
      if (rows.some((row) => row.backup_state === 'running' || row.verdict === 'pending')) fail('backup.running')
      const removed = await erase()
      tx.afterCommit(() => void services.backups.discard(rows.map((row) => row.file_name)))
      return removed
    },
  },
})

export const backupsFeature: Feature = {
  tag: 'backups',
  routes: [
    list(backups),
    ...exportsOf(backups),
    systemInfo,
    platformState,
    implement(backUpDataBase, {
      access: 'platform',
      summary: 'Begin a backup of the whole database; its rehearsed restore follows',
      handle: ({ caller, services }) => services.backups.begin(caller.username),
    }),
    implement(downloadDataBaseFile, {
      access: 'platform',
      summary: 'The file of a backup',
      file: FILE,
      handle: async ({ input, inScopeOf, services }) => {
        const row = await inScopeOf(backups, (tx) =>
          tx.first(build.selectFrom('backups').select(['file_name', 'backup_state']).where('id', '=', input.id)),
        )
        if (row?.backup_state !== 'done') fail('row.not-found')
        const path = services.backups.pathOf(row.file_name)
        const file = await stat(path).catch(() => fail('backup.no-file'))
        return new Download({ name: row.file_name, type: FILE, size: file.size, stream: createReadStream(path) })
      },
    }),
    implement(updateLogSystemByMark, {
      access: 'platform',
      summary: 'Set or clear the mark on backups; marked ones are never removed by the schedule',
      of: backups,
      handle: ({ input: { id: ids, mark }, inScopeOf }) =>
        inScopeOf(backups, async (tx) => {
          await assertAllExist(tx, backups, ids)
          return {
            marked: await tx.run(
              build
                .updateTable('backups')
                .set({ marked: mark, version: sql`version + 1` })
                .where('id', 'in', ids),
            ),
          }
        }),
    }),
    remove(backupWrites),
  ],
}
