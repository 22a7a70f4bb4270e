/** What roles may open, which buttons they are shown and which fields they see. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { commaList, difference, splitList } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const at = <Name extends string>(name: Name) => `/admin/sysmenu/${name}` as const
const names = z.array(z.string())
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(32))
/** What is no code of anything has nothing. */
const anyCode = z._default(z.string().check(z.trim(), z.maxLength(32)), '')

/** The pages; the groups above them follow from these. */
export const queryMenuIdByRoleId = contract({
  method: 'GET',
  path: at('queryMenuIdByRoleId'),
  input: z.object({ roleId: z._default(z.string().check(z.trim(), z.maxLength(64)), '') }),
  output: names,
})

export const authorizeMenuToRole = contract({
  method: 'POST',
  path: at('authorizeMenuToRole'),
  input: z.strictObject({ roleId: id, menuId: commaList(id, { max: 2000 }) }),
  output: difference,
})

export const queryMenuButtonCheckbox = contract({
  method: 'GET',
  path: at('queryMenuButtonCheckbox'),
  output: z.array(z.strictObject({ value: z.string(), label: z.string() })),
})

export const queryCheckedMenuButton = contract({
  method: 'GET',
  path: at('queryCheckedMenuButton'),
  input: z.object({ menuCode: anyCode }),
  output: names,
})

/** A menu, or a button below it, whose id is `menuCode:button`. */
const buttonNode = z.strictObject({
  id: z.string(),
  key: z.string(),
  value: z.string(),
  title: z.string(),
  label: z.string(),
  parentId: z.string(),
  menuCode: z.string(),
  isShown: z.literal([0, 1]),
  button: z.optional(z.string()),
  get children() {
    return z.optional(z.array(buttonNode))
  },
})

export type ButtonNode = z.output<typeof buttonNode>

/** The menus the caller holds. */
export const querySysMenuButtonTree = contract({ method: 'GET', path: at('querySysMenuButtonTree'), output: z.array(buttonNode) })

/** Those a role is not shown, as `menuCode:button`. */
export const queryMenuButtonByRoleCode = contract({
  method: 'GET',
  path: at('queryMenuButtonByRoleCode'),
  input: z.object({ roleCode: anyCode }),
  output: names,
})

/** All buttons are shown by default; what is given here is what the role is not shown. */
export const authorizeMenuButtonToRole = contract({
  method: 'POST',
  path: at('authorizeMenuButtonToRole'),
  input: z.strictObject({ roleCode: code, menuButton: commaList(z.string().check(z.trim(), z.maxLength(80)), { max: 2000 }) }),
  output: difference,
})

/** `dataField` is comma-joined, as the interface has it. */
const hiddenFields = z.strictObject({ key: z.string(), roleCode: z.string(), roleName: z.string(), dataField: z.string() })

export type HiddenFields = z.output<typeof hiddenFields>

export const queryDataFieldByMenuCode = contract({
  method: 'GET',
  path: at('queryDataFieldByMenuCode'),
  input: z.object({ menuCode: anyCode }),
  output: z.strictObject({ list: z.array(hiddenFields), count: z.int(), allowed: z.array(z.enum(['add', 'update', 'delete'])) }),
})

export type DataPermissions = OutputOf<typeof queryDataFieldByMenuCode>

/** The fields a role does not see, as `menuCode:field`. */
export const queryDataFieldByRoleCode = contract({
  method: 'GET',
  path: at('queryDataFieldByRoleCode'),
  input: z.object({ roleCode: anyCode }),
  output: names,
})

/** `isNew` refuses a role that has fields on this page already, so that two people do not overwrite each other. */
export const authorizeMenuDataToRole = contract({
  method: 'POST',
  path: at('authorizeMenuDataToRole'),
  input: z.strictObject({
    roleCode: code,
    menuCode: code,
    dataField: z.pipe(
      z.string().check(z.trim(), z.maxLength(2048)),
      z.transform((text) => [...new Set(splitList(text) as string[])]),
    ),
    isNew: z.optional(
      z.pipe(
        z.transform((given: 0 | 1 | '0' | '1'): unknown => (typeof given === 'string' ? Number(given) : given)),
        z.literal([0, 1]) as z.ZodMiniType<0 | 1>,
      ),
    ),
  }),
  output: difference,
})

export const deleteDataField = contract({
  method: 'POST',
  path: at('deleteDataField'),
  input: z.strictObject({ roleCode: code, menuCode: code }),
  output: z.strictObject({ deleted: z.int() }),
})
