/** Organisations with their people below them, for granting: leaves are `userId|` and, for each post, `userId|postCode`. */
import { sql } from 'kysely'
import type { PersonNode } from '../../../../model/contract/organisation/organisations.ts'
import * as contract from '../../../../model/contract/organisation/organisations.ts'
import { organisations, processModels, users } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { seesRolesOfUsers } from '../../../identity/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nest } from '../../../kernel/resources/tree.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** More people than a tree is good for; `complete` says when there were more, and `search` narrows them. */
const MAX_PEOPLE = 5000

const nobody = { list: [], total: 0, complete: true }

export const queryOrgUserTree = implement(contract.queryOrgUserTree, {
  access: 'granted',
  summary: 'Organisations with their users; those who hold a role, or who do not',
  olderShape: 'data',
  async handle(call) {
    const { roleId, assign: wanted, search: text } = call.input
    const asksForHolders = roleId !== undefined && wanted !== undefined
    if (asksForHolders && !seesRolesOfUsers(call)) return nobody
    return call.inTenant((tx) => readTree(tx, call.caller, { text, ...(asksForHolders ? holdersOf(roleId, wanted === '1') : {}) }))
  },
})

export const queryModelOrgUserTree = implement(contract.queryModelOrgUserTree, {
  access: 'granted',
  summary: 'Organisations with their users; those whom a process model names, or whom it does not',
  olderShape: 'data',
  async handle({ input: { modelId, assign, search: text }, caller, inTenant }) {
    const asksForNamed = modelId !== undefined && assign !== undefined
    if (asksForNamed && !viewOf(caller, processModels).sees('referUserId')) return nobody
    return inTenant((tx) => readTree(tx, caller, { text, ...(asksForNamed ? namedBy(modelId, assign === '1') : {}) }))
  },
})

type Condition = ReturnType<typeof sql<boolean>>

interface UserTreeQuery {
  readonly text: string | undefined
  /** Which people are meant, and which posts of people; all without them. */
  readonly ofPeople?: Condition
  readonly ofPosts?: Condition
}

/** Who holds a role, by themselves or by a post; or does not. */
function holdersOf(roleId: string, holds: boolean): Pick<UserTreeQuery, 'ofPeople' | 'ofPosts'> {
  const held = (match: Condition) => sql<boolean>`exists (select 1 from (
    select user_id, role_id, null::uuid as post_id from user_roles union all select user_id, role_id, post_id from user_post_roles
  ) as held where held.user_id = users.id and held.role_id::text = ${roleId} and ${match})`
  const either = (condition: Condition) => (holds ? condition : sql<boolean>`not ${condition}`)
  return { ofPeople: either(held(sql`held.post_id is null`)), ofPosts: either(held(sql`held.post_id = posts.id`)) }
}

/** Whom a model names that the caller sees; or the others. */
function namedBy(modelId: string, isNamed: boolean): Pick<UserTreeQuery, 'ofPeople' | 'ofPosts'> {
  const named = sql<boolean>`exists (select 1 from process_models model join process_model_users named on named.tenant_id = model.tenant_id and named.model_id = model.id
    where model.id::text = ${modelId} and named.user_id = users.id)`
  const condition = isNamed ? named : sql<boolean>`not ${named}`
  return { ofPeople: condition, ofPosts: condition }
}

async function readTree(tx: Transaction, caller: Caller, wanted: UserTreeQuery) {
  const [ofUsers, ofOrganisations] = [viewOf(caller, users), viewOf(caller, organisations)]
  const named = (['username', 'nickname'] as const).filter((name) => ofUsers.sees(name))
  if (named.length === 0) return nobody
  const leaves = await readLeaves(tx, named, wanted, ofUsers.sees('postCode'))
  const people = [...new Set(leaves.map((leaf) => leaf.user_id))]
  const complete = people.length <= MAX_PEOPLE
  const kept = new Set(people.slice(0, MAX_PEOPLE))
  const nodes = leaves
    .filter((leaf) => kept.has(leaf.user_id))
    .map((leaf) => ({
      id: `${leaf.user_id}|${leaf.post_code ?? ''}`,
      pid: ofUsers.sees('orgId') ? leaf.org_id : '0',
      label: [...named.map((name) => leaf[name]), ...(leaf.post_name === null ? [] : [leaf.post_name])].join('-'),
    }))
  const tree = ofOrganisations.sees('orgName') && ofUsers.sees('orgId') ? await readOrganisations(tx, ofOrganisations.sees('parentId')) : []
  const there = new Set(tree.map(({ id }) => id))
  // What stands above or around what the caller sees is not told, its id neither.
  const flat = [...tree, ...nodes].map((node) => (there.has(node.pid) ? node : { ...node, pid: '0' }))
  const total = nodes.length
  // Organisations without anybody below them are in the way.
  return { list: withPeople(nest(flat, 'pid')), total, complete }
}

async function readLeaves(
  tx: Transaction,
  named: readonly ('username' | 'nickname')[],
  { text, ofPeople, ofPosts: ofTheirPosts }: UserTreeQuery,
  withPosts: boolean,
) {
  const pattern = text === undefined ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const people = build
    .selectFrom('users')
    .$if(pattern !== undefined, (query) => query.where((where) => where.or(named.map((name) => where(name, 'ilike', pattern as string)))))
  const first = people.orderBy(named[0] ?? 'users.id').orderBy('users.id')
  const [direct, ofPosts] = await Promise.all([
    tx.all(
      first
        .select([
          'users.id as user_id',
          'username',
          'nickname',
          'org_id',
          sql<string | null>`null`.as('post_code'),
          sql<string | null>`null`.as('post_name'),
        ])
        .$if(ofPeople !== undefined, (query) => query.where(ofPeople as Condition))
        .limit(MAX_PEOPLE + 1),
    ),
    !withPosts
      ? []
      : tx.all(
          first
            .innerJoin('user_posts', 'user_posts.user_id', 'users.id')
            .innerJoin('posts', 'posts.id', 'post_id')
            .select([
              'users.id as user_id',
              'username',
              'nickname',
              'org_id',
              sql<string | null>`post_code`.as('post_code'),
              sql<string | null>`post_name`.as('post_name'),
            ])
            .$if(ofTheirPosts !== undefined, (query) => query.where(ofTheirPosts as Condition))
            .orderBy('post_type')
            .orderBy('posts.id')
            .limit(MAX_PEOPLE + 1),
        ),
  ])
  const posts = Map.groupBy(ofPosts, (leaf) => leaf.user_id)
  const known = new Set(direct.map((leaf) => leaf.user_id))
  return [...direct.flatMap((leaf) => [leaf, ...(posts.get(leaf.user_id) ?? [])]), ...ofPosts.filter((leaf) => !known.has(leaf.user_id))]
}

async function readOrganisations(tx: Transaction, withParents: boolean) {
  const rows = await tx.all(build.selectFrom('organisations').select(['id', 'org_name', 'parent_id']).orderBy('org_sequence').orderBy('id'))
  return rows.map((row) => ({ id: row.id, pid: (withParents ? row.parent_id : null) ?? '0', label: row.org_name }))
}

function withPeople(nodes: readonly PersonNode[]): PersonNode[] {
  return nodes.flatMap((node) => {
    if (node.id.includes('|')) return [node]
    const children = withPeople(node.children ?? [])
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
