import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { contract } from '../contract.ts'

const postNode = z.strictObject({
  id: z.string(),
  key: z.string(),
  /** The code of the post. */
  value: z.string(),
  title: z.string(),
  label: z.string(),
  postCode: z.string(),
  postType: z.int(),
  parentId: z.string(),
  get children() {
    return z.optional(z.array(postNode))
  },
})

export type PostNode = z.output<typeof postNode>

/** The posts in use that a user holds, by default one's own, as the choice of the navigation bar. */
export const querySysUserPostTree = contract({
  method: 'GET',
  path: '/admin/sysuserpost/querySysUserPostTree',
  input: z.object({ userId: z.optional(z.union([id, z.literal('')])) }),
  output: z.array(postNode),
})
