/** Shapes that the calls of several nouns take or answer. */
import * as z from 'zod/mini'
import { idList, oneOf } from '../fields.ts'

/** Rows by their ids, as a JSON list, repeated keys or comma-joined; up to a thousand. */
export const rowIds = z.strictObject({ id: idList(1000) })

/** What a write answers with: which row, and which version it has now. */
export const written = z.strictObject({ id: z.string(), version: z.int() })
export type Written = z.output<typeof written>

/** A row to choose: what it is called, and the value that stands for it. */
export const option = z.strictObject({ name: z.string(), value: z.string() })
export type Option = z.output<typeof option>

/** No or yes, as a number or its text. */
export const flag = oneOf({ of: [0, 1] }).check as z.ZodMiniType<0 | 1, 0 | 1 | '0' | '1'>

/** Where a page of a list stands in the whole of it. */
export const pagination = z.strictObject({ total: z.int(), pageSize: z.int(), current: z.int() })

/** A node of a tree, with those below it. */
export type TreeNode<Own> = Own & { readonly children?: readonly TreeNode<Own>[] | undefined }

/** The nodes at the top of a tree; whatever stands below one, in `children`, has the same shape. */
export const treeOf = <Shape extends z.core.$ZodShape>(node: z.ZodMiniObject<Shape, z.core.$strict>) =>
  z.array(z.extend(node, { children: z.optional(z.array(z.custom<TreeNode<z.output<z.ZodMiniObject<Shape, z.core.$strict>>>>())) }))
