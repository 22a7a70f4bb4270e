/** How somebody sees a list: what they keep for themselves, and views that are shared. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { AUDIENCES } from '../../lists/audiences.ts'
import { listPage, lookSchema, viewSchema } from '../../lists/forms.ts'
import { commaList, lineOf, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/account/listview'
const viewName = lineOf(64)

const view = z.strictObject({
  id: z.string(),
  viewName: z.string(),
  audience: z.enum(AUDIENCES),
  roleId: z.array(z.string()),
  mayChange: z.boolean(),
  version: z.int(),
  state: viewSchema,
  withheld: z.int().register(z.globalRegistry, {
    description: "How many conditions of the view the reader's roles do not see; they are left out",
  }),
})
export type ListView = z.output<typeof view>

/** How the caller wants to see a list, and the saved views of it that they may use. */
export const queryListView = contract({
  method: 'GET',
  path: `${PATH}/queryListView`,
  input: z.object({ page: listPage }),
  output: z.strictObject({ look: lookSchema, defaultViewId: z.nullable(z.string()), mayShare: z.boolean(), list: z.array(view) }),
})
export type ListKept = OutputOf<typeof queryListView>

const emptyIsNull = z.transform((given: string | null) => (given === '' ? null : given))

/** What is absent stays as it was. */
export const updateListPreference = contract({
  method: 'PUT',
  path: `${PATH}/updateListPreference`,
  input: z.strictObject({
    page: listPage,
    look: z.optional(lookSchema),
    defaultViewId: z.optional(z.pipe(emptyIsNull, z.nullable(id))),
  }),
})

/** Answers with the id of the view. */
export const addListView = contract({
  method: 'POST',
  path: `${PATH}/addListView`,
  input: z.strictObject({ page: listPage, viewName, state: viewSchema }),
  output: z.string(),
})

export const updateListView = contract({
  method: 'PUT',
  path: `${PATH}/updateListView`,
  input: z.strictObject({
    id,
    version: z.optional(whole(1, 2147483647)),
    viewName: z.optional(viewName),
    state: z.optional(viewSchema),
  }),
})

export const deleteListView = contract({ method: 'POST', path: `${PATH}/deleteListView`, input: z.strictObject({ id }) })

/** Shares a view with the tenant or with roles, or makes a shared one the caller's own. Sharing gives nobody a right. */
export const shareListView = contract({
  method: 'POST',
  path: '/admin/listview/shareListView',
  input: z
    .strictObject({ id, audience: z.enum(AUDIENCES), roleId: z._default(commaList(id, { max: 200 }), []) })
    .check(z.refine(({ audience, roleId }) => audience !== 'roles' || roleId.length > 0, { path: ['roleId'], error: 'required' })),
})
