/** Spare parts: the standard verbs. What there is of them changes by moves (part-moves/). */
import { spareParts } from '../../../../model/index.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { sparePartWrites } from './writes.ts'

export const sparePartsFeature: Feature = {
  tag: 'spare-parts',
  routes: [
    list(spareParts),
    ...exportsOf(spareParts),
    add(sparePartWrites),
    update(sparePartWrites),
    remove(sparePartWrites),
    importOf(sparePartWrites),
    options(spareParts),
  ],
}
