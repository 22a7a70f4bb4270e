/** What menus have beside the operations of every noun. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { contract } from '../contract.ts'
import { written } from '../resources.ts'

const node = z.strictObject({
  id: z.string(),
  key: z.string(),
  value: z.string(),
  title: z.string(),
  label: z.string(),
  /** The code of the entry. */
  name: z.string(),
  parentId: z.string(),
  get children() {
    return z.optional(z.array(node))
  },
})

/** The menus of the active roles as a tree. */
export const querySysMenuTree = contract({ method: 'GET', path: '/admin/sysmenu/querySysMenuTree', output: z.array(node) })

/** Gives an entry of the product back what it came with. */
export const restoreSysMenu = contract({
  method: 'POST',
  path: '/admin/sysmenu/restoreSysMenu',
  send: 'form',
  input: z.strictObject({ id }),
  output: written,
})
