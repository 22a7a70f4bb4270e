import { processDefinitions } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { olderDefinition } from '../shared/older-rows.ts'
import { migrateProcessInstance } from './migrate.ts'
import { queryProcessMigration, startProcessMigration, undoProcessMigration } from './migration-job.ts'
import { getProcessImage, getProcessResource, queryDefinitionDifference } from './read.ts'
import { activateProcessDefinition, suspendProcessDefinition } from './suspend.ts'

export const definitionsFeature: Feature = {
  tag: 'processes',
  routes: [
    {
      ...list(processDefinitions),
      olderNames: {
        processDefinitionKey: 'key',
        processDefinitionName: 'name',
        processDefinitionCategory: 'category',
        processDefinitionVersion: 'definitionVersion',
      },
      olderRow: olderDefinition,
    },
    options(processDefinitions),
    ...exportsOf(processDefinitions),
    suspendProcessDefinition,
    activateProcessDefinition,
    getProcessResource,
    getProcessImage,
    queryDefinitionDifference,
    migrateProcessInstance,
    startProcessMigration,
    queryProcessMigration,
    undoProcessMigration,
  ],
}
