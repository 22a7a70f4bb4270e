/** Rows for the browser to show, made over HTTP as a person would make them. */
import { organisations, roles, users } from '../../model/index.ts'
import { wirePassword } from '../../server/identity/secrets.ts'
import { unique, uniqueMobile } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import type { AddedRow } from '../support/values.ts'
import { addRow, pathsOf } from '../support/values.ts'
import { PASSWORD } from './support.ts'

export interface OrganisationRow {
  readonly id: string
  readonly orgName: string
  readonly parentId: string
  readonly children?: readonly OrganisationRow[]
}

/** Every organisation of the caller's tenant, as the tree it is. */
export async function organisationTree(client: Client): Promise<readonly OrganisationRow[]> {
  return (await client.get<{ list: OrganisationRow[] }>(pathsOf(organisations).query, { pageSize: 10_000 })).data.list
}

export function flat(tree: readonly OrganisationRow[]): OrganisationRow[] {
  return tree.flatMap((one) => [one, ...flat(one.children ?? [])])
}

export async function organisationNamed(client: Client, name: string): Promise<OrganisationRow> {
  return found(
    flat(await organisationTree(client)).find(({ orgName }) => orgName === name),
    name,
  )
}

export async function roleCoded(client: Client, code: string): Promise<string> {
  const { data } = await client.get<{ list: { id: string; roleCode: string }[] }>(pathsOf(roles).query, { pageSize: 200 })
  return found(
    data.list.find(({ roleCode }) => roleCode === code),
    code,
  ).id
}

function found<Row>(row: Row | undefined, name: string): Row {
  if (row === undefined) throw new Error(`the demonstration tenant has no ${name}`)
  return row
}

/** A user who can sign in with {@link PASSWORD}; a viewer in the data centre unless `changes` say otherwise. */
export async function addUser(client: Client, changes: Record<string, unknown> = {}): Promise<AddedRow & { username: string }> {
  const username = `user-${unique()}`
  const row = await addRow(client, users, {
    username,
    nickname: `Nick ${username}`,
    email: `${username}@example.com`,
    prefix: '86',
    mobile: uniqueMobile(),
    status: 1,
    password: wirePassword(PASSWORD),
    roleId: [await roleCoded(client, 'ROLE_VIEWER')],
    orgId: (await organisationNamed(client, '数据中心')).id,
    ...changes,
  })
  return { ...row, username: String(row.values['username']) }
}

export function addOrganisation(client: Client, changes: Record<string, unknown> = {}): Promise<AddedRow> {
  return addRow(client, organisations, {
    orgName: `Org ${unique()}`,
    orgType: 'team',
    orgDescription: '',
    orgSequence: 900,
    parentId: '0',
    ...changes,
  })
}

export function addRole(client: Client, changes: Record<string, unknown> = {}): Promise<AddedRow> {
  return addRow(client, roles, { roleName: `Role ${unique()}`, roleCode: `R_${unique()}`, roleDescription: '', ...changes })
}
