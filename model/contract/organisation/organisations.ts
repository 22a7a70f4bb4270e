/** What is asked about organisations beside what every noun has. */
import * as z from 'zod/mini'
import { organisations } from '../../organisation/organisations.ts'
import type { ResourceRow } from '../../rows.ts'
import { choice, partOf, unlessUnset } from '../../wire.ts'
import { contract } from '../contract.ts'
import { listContract } from '../nouns.ts'

/** An organisation, or somebody in it: the id of a person is `userId|`, and for each of their posts `userId|postCode`. */
const personNode = z.strictObject({
  id: z.string(),
  /** The organisation it stands below. */
  pid: z.string(),
  label: z.string(),
  get children() {
    return z.optional(z.array(personNode))
  },
})

export type PersonNode = z.output<typeof personNode>

export const queryOrgUserTree = contract({
  method: 'GET',
  path: '/admin/sysorg/queryOrgUserTree',
  input: z.object({
    roleId: unlessUnset(z.string().check(z.trim(), z.maxLength(64))),
    /** 1: those who hold the role; 0: those who do not. */
    assign: unlessUnset(z.enum(['0', '1'])),
    search: unlessUnset(partOf(64)),
  }),
  /** `complete` is false where there are more people than a tree is good for. */
  output: z.strictObject({ list: z.array(personNode), total: z.int(), complete: z.boolean() }),
})

/** The same about those whom a process model names, of whom anybody may start it. */
export const queryModelOrgUserTree = contract({
  method: 'GET',
  path: '/admin/sysorg/queryModelOrgUserTree',
  input: z.object({
    modelId: unlessUnset(z.string().check(z.trim(), z.maxLength(64))),
    /** 1: those whom the model names; 0: those whom it does not. */
    assign: unlessUnset(z.enum(['0', '1'])),
    search: unlessUnset(partOf(64)),
  }),
  output: queryOrgUserTree.output,
})

export const queryOrgType = contract({
  method: 'GET',
  path: '/admin/sysorg/queryOrgType',
  output: z.strictObject({ list: z.array(choice) }),
})

/** An organisation with those below it. */
export interface Organisation extends ResourceRow {
  readonly orgName: string
  readonly orgType: string
  readonly children?: readonly Organisation[]
}

/** The list of the noun as every session begins with it: what forms and filters have to know of the organisations. */
export const querySysOrg = listContract<Organisation>(organisations)
