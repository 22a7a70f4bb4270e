/** What is done with roles beside what every noun has. */
import * as z from 'zod/mini'
import { roles } from '../../authority/roles.ts'
import { id } from '../../fields.ts'
import { SCOPE_KINDS } from '../../row-scope.ts'
import { SCOPED_TABLES } from '../../scoped-nouns.ts'
import { choice, commaList, difference, unlessUnset } from '../../wire.ts'
import { tokens } from '../account/sign-in.ts'
import { contract } from '../contract.ts'
import { written } from '../resources.ts'

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

export const queryRoleName = contract({
  method: 'GET',
  path: '/admin/sysrole/queryRoleName',
  input: z.object({
    userId: unlessUnset(text(64)),
    /** The roles granted for this post of the user, instead of those granted directly. */
    postCode: unlessUnset(text(32)),
    /** 1: the roles the user has; 0: those the user has not. */
    assign: unlessUnset(z.enum(['0', '1'])),
  }),
  output: z.array(choice),
})

export const queryRoleNameCheckbox = contract({
  method: 'GET',
  path: '/admin/sysrole/queryRoleNameCheckbox',
  output: z.array(z.strictObject({ value: z.string(), label: z.string() })),
})

export const queryRoleCode = contract({ method: 'GET', path: '/admin/sysrole/queryRoleCode', output: z.array(choice) })

/** Most holders one call can name; the body has a limit of its own. */
const MAX_HOLDERS = 20_000

/** Trees send the path to a leaf; what counts is the leaf. */
const leaf = z.union([
  z.string(),
  z.pipe(
    z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
    z.transform((path) => path.at(-1) as string),
  ),
])

/** All the holders of a role: `userId|` directly, `userId|postCode` for one of the user's posts. */
export const authorizeUserToRole = contract({
  method: 'POST',
  path: '/admin/sysrole/authorizeUserToRole',
  input: z.strictObject({ roleId: id, userId: commaList(leaf, { max: MAX_HOLDERS }) }),
  output: difference,
})

/** The answer is another session beside the one that asks. */
export const previewRole = contract({
  method: 'POST',
  path: '/admin/sysrole/previewRole',
  input: z.strictObject({ roleId: id }),
  output: tokens,
})

/** A new role that may do what this one may; nobody holds it yet. */
export const copySysRole = contract({
  method: 'POST',
  path: '/admin/sysrole/copySysRole',
  input: z.strictObject({
    roleId: id,
    roleName: roles.fields.roleName.check,
    roleCode: roles.fields.roleCode.check,
    roleDescription: unlessUnset(roles.fields.roleDescription.check),
  }),
  output: written,
})

/** Most organisations, projects or sites that one scope names. */
const MAX_NAMED = 5000
const named = z.array(z.strictObject({ id: z.string(), name: z.string() }))
/** What the scope is for: the empty one for whatever has none of its own. */
const scopedTable = z.enum(['', ...SCOPED_TABLES])

/** Which rows a role sees: one for everything, and one each for what differs. */
export const queryDataScope = contract({
  method: 'GET',
  path: '/admin/sysrole/queryDataScope',
  input: z.object({ roleId: id }),
  output: z.array(z.strictObject({ table: scopedTable, kind: z.enum(SCOPE_KINDS), organisations: named, projects: named, sites: named })),
})

const ids = z._default(z.array(id).check(z.maxLength(MAX_NAMED)), [])

export const authorizeDataScope = contract({
  method: 'POST',
  path: '/admin/sysrole/authorizeDataScope',
  input: z.strictObject({
    roleId: id,
    /** Replaces what there was. A role without a scope of its own sees all rows. */
    scopes: z
      .array(z.strictObject({ table: scopedTable, kind: z.enum(SCOPE_KINDS), organisations: ids, projects: ids, sites: ids }))
      .check(z.maxLength(SCOPED_TABLES.length + 1)),
  }),
  output: z.strictObject({ stored: z.int() }),
})
