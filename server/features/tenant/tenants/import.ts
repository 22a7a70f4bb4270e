/**
 * Importing tenants: each begins with the standard roles and a first administrator, whose password is told once, with the
 * import. Taken back they are erased, as long as nobody has begun to work in them.
 */
import { sql } from 'kysely'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Special } from '../../../exchange/index.ts'
import { refuse } from '../../../exchange/index.ts'
import { hashPassword, newPassword, wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { eraseTenant } from '../../../tenancy/index.ts'
import type { NewTenant } from './add.ts'
import { addOne } from './add.ts'
import { judgeNetworks } from './networks.ts'
import { isUsed, stored } from './rules.ts'
import { firstAdministrator } from './template.ts'

/** Tenants that one file brings: each is some hundred rows. */
const MAX_TENANTS_PER_FILE = 50

export const importedTenants: Special = {
  judge: judgeNetworks,
  issuesSecrets: {
    most: MAX_TENANTS_PER_FILE,
    async store({ t }, rows) {
      const passwords = rows.map(() => newPassword())
      const hashes = await Promise.all(passwords.map((password) => hashPassword(wirePassword(password))))
      return async (tx, onProgress) => {
        const lines: string[][] = []
        for (const [at, row] of rows.entries()) {
          const values = { ...row.values, template: 'standard' } as unknown as NewTenant
          await addOne(tx, { t }, values, { of: new Map(), others: hashes[at] as string, mustChange: true })
          lines.push([values.tenantCode, firstAdministrator(values, t).username, passwords[at] as string])
          onProgress(at + 1)
        }
        return { headings: [t(fieldKey('tenants', 'tenantCode')), t(fieldKey('users', 'username')), t('field.users.password')], lines }
      }
    },
  },

  async takeBack(tx, asking, ids) {
    const used: string[] = []
    for (const id of ids) if (await isUsed(tx, id)) used.push(id)
    if (used.length > 0) await refuse(tx, stored, asking, 'import.in-use', used)
    for (const id of ids) {
      await tx.run(
        build
          .updateTable('tenants')
          .set({ marked_at: sql`now()` })
          .where('id', '=', id),
      )
      await eraseTenant(tx, asking.services.events, id)
    }
    return ids.length
  },
}
