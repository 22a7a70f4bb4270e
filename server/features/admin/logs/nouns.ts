/** Which noun, and which of its fields, a change of a table is a change of. */
import { deviceAttachments } from '../../../../model/acquisition/device-attachments.ts'
import { resources } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'

/** What is seen with another noun, and granted with it. */
const parts: ReadonlyMap<Resource, Resource> = new Map([[deviceAttachments as Resource, resources.devices as Resource]])

export const nouns: readonly Resource[] = [...Object.values<Resource>(resources), ...parts.keys()]

/** The rows that a link points at: the column by which people know them is a field of their noun, and may be hidden there. */
export interface Target {
  readonly noun: string
  readonly table: string
  readonly show: string
}

/** A link table whose rows are kept under one noun and name rows of another table. */
export interface LinkTable {
  readonly table: string
  readonly noun: Resource
  /** The field of the noun; a name of its own where the model has none. */
  readonly field: string
  readonly label: LabelKey
  /** Column that points at the other row. */
  readonly to: string
  readonly target: Target
  /** A further column that belongs to what is linked, such as the button of a menu. */
  readonly detail?: string
  /** The rows that `detail` points at, where it is an id. */
  readonly detailOf?: Target
  /** Fields that tell the same elsewhere: to whoever does not see one of them the link is not told either. */
  readonly equivalentFields: readonly { readonly noun: string; readonly field: string }[]
}

const roles = resources.roles as Resource
const users = resources.users as Resource

/** Links that are granted in dialogs of their own and are no fields of a form. */
const granted: readonly LinkTable[] = [
  {
    table: 'role_menus',
    noun: roles,
    field: 'menus',
    label: 'history.menus',
    to: 'menu_id',
    target: { noun: 'menus', table: 'menus', show: 'menu_code' },
    equivalentFields: [],
  },
  {
    table: 'role_urls',
    noun: roles,
    field: 'urls',
    label: 'history.urls',
    to: 'url_id',
    target: { noun: 'urls', table: 'urls', show: 'url' },
    equivalentFields: [{ noun: 'urls', field: 'roleId' }],
  },
  {
    table: 'role_hidden_buttons',
    noun: roles,
    field: 'hiddenButtons',
    label: 'history.hidden-buttons',
    to: 'menu_id',
    target: { noun: 'menus', table: 'menus', show: 'menu_code' },
    detail: 'button',
    equivalentFields: [],
  },
  {
    table: 'role_hidden_fields',
    noun: roles,
    field: 'hiddenFields',
    label: 'history.hidden-fields',
    to: 'menu_id',
    target: { noun: 'menus', table: 'menus', show: 'menu_code' },
    detail: 'field',
    equivalentFields: [],
  },
  {
    table: 'user_posts',
    noun: users,
    field: 'posts',
    label: 'history.posts',
    to: 'post_id',
    target: { noun: 'posts', table: 'posts', show: 'post_name' },
    equivalentFields: [
      { noun: 'users', field: 'postCode' },
      { noun: 'user-posts', field: 'postId' },
    ],
  },
  {
    table: 'user_post_roles',
    noun: users,
    field: 'postRoles',
    label: 'history.post-roles',
    to: 'role_id',
    target: { noun: 'roles', table: 'roles', show: 'role_name' },
    detail: 'post_id',
    detailOf: { noun: 'posts', table: 'posts', show: 'post_name' },
    equivalentFields: [{ noun: 'users', field: 'roleId' }],
  },
]

const modelled: readonly LinkTable[] = nouns.flatMap((noun) =>
  Object.entries(noun.fields).flatMap(([field, of]): LinkTable[] => {
    const { link } = of
    if (of.kind !== 'references' || !link?.through) return []
    const target = { noun: link.to, table: nounNamed(link.to)?.table ?? link.to, show: link.show }
    return [
      {
        table: link.through.table,
        noun,
        field,
        label: `field.${noun.name}.${field}` as LabelKey,
        to: link.through.to,
        target,
        equivalentFields: [{ noun: noun.name, field }],
      },
    ]
  }),
)

// A table that is granted in a dialog is kept under what it is granted to, also where a noun reads it the other way round.
const links = new Map([...modelled, ...granted].map((link) => [link.table, link]))

/** What the table links, where it is one of links between nouns. */
export function linkTable(table: string): LinkTable | undefined {
  return links.get(table)
}

/** The noun of this name; undefined where the log knows none. */
export function nounNamed(name: string): Resource | undefined {
  return nouns.find((noun) => noun.name === name)
}

/** The noun under which a change of `table` is shown. */
export function nounOfTable(table: string): Resource | undefined {
  return nouns.find((noun) => noun.table === table) ?? linkTable(table)?.noun
}

/** The tables whose changes make up the history of a noun's rows. */
export function tablesOf(noun: Resource): string[] {
  return [noun.table, ...[...links.values()].filter((link) => link.noun === noun).map(({ table }) => table)]
}

/** Whether the caller may read the noun at all: whoever may not list its rows sees nothing of what happened to them. */
export function mayRead(caller: Caller, of: Resource): boolean {
  return caller.urls.has(pathOf(parts.get(of) ?? of, 'query')) && (of.scope !== 'platform' || caller.isPlatform)
}
