import { processInstances } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { olderInstance } from '../shared/older-rows.ts'
import { outermostOfNumber } from '../shared/outermost.ts'
import { getHighLightedProcessDiagram, queryProcessTrack } from '../shared/track.ts'
import {
  activateProcessInstance,
  deleteProcessInstance,
  occurEvent,
  resolveIncident,
  suspendProcessInstance,
  terminateProcessInstance,
} from './acts.ts'
import { queryExecution, queryIncident } from './execution.ts'
import {
  changeProcessVariable,
  holdProcessInstance,
  jumpProcessInstance,
  queryJumpTarget,
  queryProcessVariable,
  queryReviveTarget,
  reviveProcessInstance,
} from './moves.ts'
import { queryProcessOf } from './of-subject.ts'

export const instancesFeature: Feature = {
  tag: 'processes',
  routes: [
    {
      ...list(processInstances, undefined, undefined, outermostOfNumber),
      olderNames: {
        processDefinitionKey: 'definitionKey',
        processDefinitionVersion: 'definitionVersion',
        processInstanceName: 'name',
        startUserId: 'starterId',
      },
      olderRow: olderInstance,
    },
    options(processInstances),
    ...exportsOf(processInstances),
    suspendProcessInstance,
    activateProcessInstance,
    terminateProcessInstance,
    deleteProcessInstance,
    queryProcessTrack,
    getHighLightedProcessDiagram,
    queryExecution,
    queryIncident,
    resolveIncident,
    occurEvent,
    queryJumpTarget,
    jumpProcessInstance,
    queryReviveTarget,
    reviveProcessInstance,
    holdProcessInstance,
    queryProcessVariable,
    changeProcessVariable,
    queryProcessOf,
  ],
}
