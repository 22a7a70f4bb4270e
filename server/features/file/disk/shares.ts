/** Who reads a file or folder besides its owner. The owner says so, and nobody learns it but the owner. */
import { sql } from 'kysely'
import { queryFileShare, updateFileShare } from '../../../../model/contract/file/shares.ts'
import { files } from '../../../../model/file/files.ts'
import { organisations, roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { LinkSet } from '../../../kernel/database/link-sets.ts'
import { replaceSet } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { lockFilesOf } from './free-name.ts'
import { requireOwn } from './access.ts'

export const readShares = implement(queryFileShare, {
  access: 'granted',
  summary: 'Everybody, and the users, roles and organisations, that a file or folder of the caller is shared with',
  of: files,
  handle: ({ caller, input, inTenant }) =>
    inTenant(async (tx) => {
      await requireOwn(tx, caller, input.id)
      const [file, toUsers, toRoles, toOrgs] = await Promise.all([
        tx.first(build.selectFrom('files').select('is_shared').where('id', '=', input.id)),
        tx.all(
          build
            .selectFrom('file_share_users')
            .innerJoin('users', 'users.id', 'user_id')
            .select(['user_id as id', sql<string>`coalesce(${personIn(caller, 'users')}, '')`.as('label')])
            .where('file_id', '=', input.id)
            // As they are told of: an order by what is hidden would tell of it.
            .orderBy(personIn(caller, 'users'))
            .orderBy('user_id'),
        ),
        tx.all(
          build
            .selectFrom('file_share_roles')
            .innerJoin('roles', 'roles.id', 'role_id')
            .select(['role_id as id', 'role_name as label'])
            .where('file_id', '=', input.id)
            .orderBy('role_name'),
        ),
        tx.all(
          build
            .selectFrom('file_share_orgs')
            .innerJoin('organisations', 'organisations.id', 'org_id')
            .select(['org_id as id', 'org_name as label'])
            .where('file_id', '=', input.id)
            .orderBy('org_name'),
        ),
      ])
      const shown = (rows: readonly { id: string; label: string }[], isNamed: boolean) =>
        rows.map(({ id: one, label }) => ({ id: one, label: isNamed ? label : '' }))
      return {
        isShared: file?.is_shared ?? 0,
        users: shown(toUsers, seesPeople(caller)),
        roles: shown(toRoles, viewOf(caller, roles).sees('roleName')),
        orgs: shown(toOrgs, viewOf(caller, organisations).sees('orgName')),
      }
    }),
})

export const changeShares = implement(updateFileShare, {
  access: 'granted',
  summary: 'Let these users, roles and organisations read a file or folder, and no others; everybody is a matter of its own',
  of: files,
  handle: ({ caller, input: { id: fileId, userId, roleId, orgId }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      await requireOwn(tx, caller, fileId)
      const same = { file_id: fileId }
      const wanted = [
        {
          set: { table: 'file_share_users', same, column: 'user_id' },
          from: 'users',
          ids: userId,
          field: { name: 'userId', label: 'noun.users' },
        },
        {
          set: { table: 'file_share_roles', same, column: 'role_id' },
          from: 'roles',
          ids: roleId,
          field: { name: 'roleId', label: 'noun.roles' },
        },
        {
          set: { table: 'file_share_orgs', same, column: 'org_id' },
          from: 'organisations',
          ids: orgId,
          field: { name: 'orgId', label: 'noun.organisations' },
        },
      ] as const satisfies readonly { set: LinkSet; from: string; ids: readonly string[]; field: object }[]
      for (const { set, from, ids, field } of wanted) {
        const known = ids.length === 0 ? [] : await tx.all(build.selectFrom(from).select('id').where('id', 'in', ids))
        if (known.length < ids.length) fail('reference.not-found', { field })
        await replaceSet(tx, set, ids)
      }
      return null
    }),
})
