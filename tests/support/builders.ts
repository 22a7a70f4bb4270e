/** Test data. Each builder makes what it lacks, and every tenant is new: tests do not depend on one another. */
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { TenantId } from '../../model/brands.ts'
import { PLATFORM } from '../../model/tenant/platform.ts'
import { administrator, roles as demonstrationRoles } from '../../seeds/roles.ts'
import type { RoleSeed, TenantSeed, UserSeed } from '../../seeds/tenant.ts'
import { wirePassword } from '../../server/identity/secrets.ts'
import { build } from '../../server/kernel/database/sql.ts'
import { storeTenant } from '../../server/tenancy/store-tenant.ts'
import type { Client } from './client.ts'
import { signIn } from './client.ts'
import type { TestServer } from './server.ts'

/** The plain password of every account the builders make. */
export const PASSWORD = 'correct-horse'
/** Of the product's kind, and quick: each sign-in of a test works it out again, as its parameters stand in it. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }
let hashed: Promise<string> | undefined

export interface BuiltTenant {
  readonly id: TenantId
  readonly code: string
  /** Ids by the code or name the seed uses. */
  readonly organisations: Readonly<Record<string, string>>
  readonly roles: Readonly<Record<string, string>>
  readonly users: Readonly<Record<string, string>>
  /** A text that occurs in this tenant's rows only. */
  readonly canary: string
  signIn(username: string): Promise<Client>
}

/** Six to eight characters that no other call gives. */
export function unique(): string {
  return randomBytes(4).toString('hex')
}

let mobiles = 0
/** A mainland mobile number that no other call gives. */
export function uniqueMobile(): string {
  mobiles += 1
  return `139${String((process.pid % 1000) * 100_000 + mobiles).padStart(8, '0')}`
}

export function buildUser(values: Partial<UserSeed> & Pick<UserSeed, 'username'>): UserSeed {
  return {
    nickname: values.username,
    email: `${values.username}.${unique()}@example.com`,
    prefix: '86',
    mobile: uniqueMobile(),
    org: 'root',
    roles: [administrator.roleCode],
    status: 1,
    createdDaysAgo: 0,
    ...values,
  }
}

export interface TenantOptions {
  /** A code of one's own choice, such as that of the platform. */
  code?: string
  /** Besides the administrator, editor and viewer roles of the demonstration. */
  roles?: readonly RoleSeed[]
  /** Besides `admin`, `editor` and `viewer`. */
  users?: readonly UserSeed[]
  /** Values of parameters, by their keys. Unless given, those who are added go on with the password that they were given. */
  parameters?: TenantSeed['parameters']
}

/** A tenant with a small organisation tree (root > branch > team), the demonstration's roles and one user each of them. */
export async function buildTenant(
  server: TestServer,
  { code = `t${unique()}`, roles = [], users = [], parameters = { 'password.changeFirst': 'false' } }: TenantOptions = {},
): Promise<BuiltTenant> {
  const canary = `canary-${unique()}`
  const seed: TenantSeed = {
    tenantCode: code,
    tenantName: `${canary} tenant`,
    tenantContact: canary,
    tenantEmail: `${canary}@example.com`,
    tenantTel: '',
    parameters,
    organisations: [
      { code: 'root', orgName: `${canary} root`, orgType: 'group', orgDescription: canary, orgSequence: 1 },
      { code: 'branch', orgName: `${canary} branch`, orgType: 'company', orgDescription: canary, orgSequence: 1, parent: 'root' },
      { code: 'team', orgName: `${canary} team`, orgType: 'team', orgDescription: canary, orgSequence: 1, parent: 'branch' },
    ],
    posts: [{ postCode: `post-${code}`, postName: `${canary} post`, postSequence: 1 }],
    roles: [...demonstrationRoles, ...roles],
    users: [
      buildUser({ username: 'admin', nickname: canary, post: `post-${code}` }),
      buildUser({ username: 'editor', roles: ['ROLE_EDITOR'], org: 'branch' }),
      buildUser({ username: 'viewer', roles: ['ROLE_VIEWER'], org: 'team' }),
      ...users,
    ],
  }
  hashed ??= hash(wirePassword(PASSWORD), CHEAP)
  const hashes = { of: new Map<string, string>(), others: await hashed }
  const { transactions } = server.services
  const id = await transactions.inPlatform('a test builds a tenant', (tx) => storeTenant(tx, seed, hashes))
  const [organisations, roleRows, userRows] = await transactions.inTenant(
    { tenantId: id },
    (tx) =>
      Promise.all([
        tx.all(build.selectFrom('organisations').select(['org_name', 'id'])),
        tx.all(build.selectFrom('roles').select(['role_code', 'id'])),
        tx.all(build.selectFrom('users').select(['username', 'id'])),
      ]),
    'read',
  )
  return {
    id,
    code,
    canary,
    organisations: Object.fromEntries(organisations.map((row) => [row.org_name.split(' ').at(-1) as string, row.id])),
    roles: Object.fromEntries(roleRows.map((row) => [row.role_code, row.id])),
    users: Object.fromEntries(userRows.map((row) => [row.username, row.id])),
    signIn: (username) => signIn(server.url, code, username, PASSWORD),
  }
}

/** The tenant that runs the platform; one to a server. */
export function buildPlatform(server: TestServer, options: Omit<TenantOptions, 'code'> = {}): Promise<BuiltTenant> {
  return buildTenant(server, { ...options, code: PLATFORM })
}

/** Values of a new user that are right in every field; `changes` makes some of them wrong or different. */
export function newUser(tenant: BuiltTenant, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const name = `user-${unique()}`
  return {
    username: name,
    nickname: name,
    password: wirePassword(PASSWORD),
    email: `${name}@example.com`,
    prefix: '86',
    mobile: uniqueMobile(),
    roleId: [tenant.roles['ROLE_OPERATOR']],
    orgId: tenant.organisations['branch'],
    status: 1,
    ...changes,
  }
}
