/**
 * `npm run reset-password -- 10000 admin`: a new password for an account nobody can sign in to any more (locked and
 * disabled ones too), told once and to be changed at the first sign-in. With
 * the embedded database the server has to be stopped first, since the folder serves one process.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { forgetAccount, hashPassword, newPassword, wirePassword, removeFactors } from '../server/identity/index.ts'
import { readConfig } from '../server/config.ts'
import { StartError } from '../server/kernel/start-error.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import { openServices } from '../server/services.ts'
import { build } from '../server/kernel/database/sql.ts'

const [tenantCode, username] = process.argv.slice(2)

async function reset(): Promise<string> {
  if (!tenantCode || !username) throw new StartError('Say whose: npm run reset-password -- <tenant code> <user name>')
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`DATA_DIR ${config.dataDir} holds no database.`)
  const database = await openDatabase(config)
  const services = await openServices(config, database)
  try {
    const password = newPassword()
    const password_hash = await hashPassword(wirePassword(password))
    await services.transactions.inPlatform('an operator at the machine stands above the tenants', async (tx) => {
      const user = await tx.first(
        build
          .updateTable('users')
          .from('tenants')
          .whereRef('tenants.id', '=', 'users.tenant_id')
          .where('tenant_code', '=', tenantCode)
          .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))
          .set({ password_hash, must_change_password: 1, status: 1, version: sql`users.version + 1`, updated_at: sql`now()` })
          .returning(['users.tenant_id as tenantId', 'users.id as userId']),
      )
      if (!user) throw new StartError(`Tenant ${tenantCode} has no user ${username}.`)
      // Whoever has lost the one has mostly lost the other: an operator at the machine is the last who can help.
      await removeFactors(tx, user)
      await services.sessions.endAll(tx, user)
    })
    await forgetAccount(services.transactions, { account: username, tenant: tenantCode })
    return password
  } finally {
    await services.invalidations.close()
    await database.close()
  }
}

try {
  const password = await reset()
  process.stdout.write(`The new password of ${tenantCode}/${username} is ${password}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
