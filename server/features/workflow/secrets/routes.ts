import { processSecrets } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { secretWrites } from './writes.ts'

export const secretsFeature: Feature = {
  tag: 'process-secrets',
  routes: [
    list(processSecrets),
    ...exportsOf(processSecrets),
    options(processSecrets),
    add(secretWrites),
    update(secretWrites),
    remove(secretWrites),
  ],
}
