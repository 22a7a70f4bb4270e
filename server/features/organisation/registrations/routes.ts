import { registrations } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { approve, refuse } from './decide.ts'

export const registrationsFeature: Feature = {
  tag: 'registrations',
  routes: [list(registrations), approve, refuse, remove(registrations), ...exportsOf(registrations)],
}
