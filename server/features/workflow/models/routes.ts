import { processModels } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { olderModel } from '../shared/older-rows.ts'
import { checkModel, deployModel } from './deploy.ts'
import { getModelResource, persistProcess, queryProcessDesign, saveProcessDesign } from './design.ts'
import { copyModel, downloadModel, uploadModel } from './files.ts'
import { startersOf } from './older-starters.ts'
import { simulateModel } from './simulate.ts'
import { modelWrites } from './writes.ts'

export const modelsFeature: Feature = {
  tag: 'processes',
  routes: [
    { ...list(processModels), olderRow: olderModel },
    options(processModels),
    { ...add(modelWrites), olderNames: { menuCode: 'formId', userId: 'referUserId' }, olderValues: { userId: startersOf } },
    {
      ...update(modelWrites),
      olderNames: { modelId: 'id', menuCode: 'formId', userId: 'referUserId' },
      olderValues: { userId: startersOf },
    },
    { ...remove(modelWrites), olderNames: { modelId: 'id' } },
    ...exportsOf(processModels),
    queryProcessDesign,
    saveProcessDesign,
    persistProcess,
    getModelResource,
    copyModel,
    uploadModel,
    downloadModel,
    checkModel,
    deployModel,
    simulateModel,
  ],
}
