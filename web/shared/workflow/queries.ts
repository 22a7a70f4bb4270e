import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../../model/resource.ts'
import {
  historicProcessInstances,
  historicTasks,
  processDefinitions,
  processDeployments,
  processInstances,
  processModels,
  processTasks,
} from '../../../model/index.ts'

/** Everything that is asked about single processes begins with it, so that it is forgotten together. */
export const PROCESS_QUERIES = 'process'

/** Milliseconds after which lists of what runs are asked for again: it goes on by itself. */
export const AGAIN = 5000

const NOUNS: readonly Resource[] = [
  processModels,
  processDeployments,
  processDefinitions,
  processInstances,
  historicProcessInstances,
  processTasks,
  historicTasks,
]

/** An act on one changes what the others show. */
export async function forgetProcesses(queries: QueryClient): Promise<void> {
  await Promise.all([PROCESS_QUERIES, ...NOUNS.map(({ name }) => name)].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
