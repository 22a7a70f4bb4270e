import { registrations } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { exportsOf } from '../../../kernel/operations/exports.ts'
import { list } from '../../../kernel/operations/list.ts'
import { remove } from '../../../kernel/operations/remove.ts'
import { approve, refuse } from './decide.ts'

export const registrationsFeature: Feature = { tag: 'registrations', routes: [list(registrations), approve, refuse, remove(registrations), ...exportsOf(registrations)] }
