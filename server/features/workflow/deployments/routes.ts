import { processDeployments } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { deployFile } from './deploy-file.ts'
import { deploymentWrites } from './writes.ts'

export const deploymentsFeature: Feature = {
  tag: 'processes',
  routes: [
    { ...list(processDeployments), olderNames: { deploymentName: 'name' } },
    options(processDeployments),
    ...exportsOf(processDeployments),
    { ...remove(deploymentWrites), olderNames: { deploymentId: 'id' } },
    deployFile,
  ],
}
