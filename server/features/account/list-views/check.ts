/** A look or a view before it is stored: every name in it is one its writer knows, and it is small. */
import type { ListViewState } from '../../../../model/lists/forms.ts'
import { checkFilters, strangersOf } from '../../../../model/lists/views.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { describe } from '../../../../model/messages.ts'
import type { Listing } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { sightOf } from './read.ts'

type Kept = Pick<ListViewState, 'look'> & Partial<ListViewState>

/** A hidden field is refused like one that does not exist. @returns the JSON to store. */
export function storable(of: Listing, caller: Caller, kept: Kept, most: number, t: Translate): string {
  const strangers = strangersOf(of, sightOf(caller, of), kept)
  if (strangers.length > 0)
    fail('request.invalid', { fields: strangers.map((field) => ({ field, message: t('check.unknown', { field }) })) })
  const checked = checkFilters(of, kept.filters ?? {})
  if (!checked.success) fail('request.invalid', { fields: describe(checked.error.issues, of, t) })
  const text = JSON.stringify(kept.filters ? kept : kept.look)
  if (Buffer.byteLength(text) > most) fail('list-view.too-large')
  return text
}
