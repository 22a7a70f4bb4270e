/** The list of forms. A definition takes up to a quarter of a megabyte, and few who read the list want any. */
import type * as z from 'zod/mini'
import { flag } from '../../../../model/contract/resources.ts'
import { forms } from '../../../../model/index.ts'
import { querySchema } from '../../../../model/schemas.ts'
import { optional } from '../../../../model/wire.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { accessTo } from '../../../kernel/http/access.ts'
import { isOlderClient } from '../../../kernel/http/older-clients.ts'
import { list } from '../../../kernel/resources/list.ts'

const input = querySchema(forms).extend({ content: optional(flag) })

/** With the definitions of a form that is asked for by its id, with `content=1`, and for older clients, who open forms from the rows of the list. */
export const queryGeneratorForm: Route = {
  ...list(forms, accessTo(forms, 'read'), ({ caller, input: given }) => {
    const { id, content } = given as z.output<typeof input> & { readonly id?: string | undefined }
    const whole = viewOf(caller, forms)
    return id !== undefined || content === 1 || isOlderClient(caller) ? whole : withoutContent(whole)
  }),
  input,
}

const narrowed = new WeakMap<View, View>()

function withoutContent(view: View): View {
  let made = narrowed.get(view)
  if (!made) {
    const sees = (field: string) => field !== 'formContent' && view.sees(field)
    narrowed.set(view, (made = { ...view, fields: view.fields.filter(sees), sees }))
  }
  return made
}
