/** What is asked about processes, and when it is asked for again. */
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import {
  historicProcessInstances,
  historicTasks,
  processDefinitions,
  processDeployments,
  processInstances,
  processModels,
  processTasks,
} from '../../../model/index.ts'
import { useInvalidation } from '../../kernel/realtime/live.ts'

/** Everything that is asked about single instances begins with it, so that it is forgotten together. */
export const PROCESS_QUERIES = 'process'

const GOING_ON = [PROCESS_QUERIES, processInstances.name, historicProcessInstances.name, processTasks.name, historicTasks.name]
const DEPLOYED = [processModels.name, processDeployments.name, processDefinitions.name]

const forget = (queries: QueryClient, names: readonly string[]) =>
  Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))

/** An act on one changes what the others show. */
export async function forgetProcesses(queries: QueryClient): Promise<void> {
  await forget(queries, [...GOING_ON, ...DEPLOYED])
}

/** Whatever is shown of instances and tasks follows by itself. */
export function useProcessInvalidation(): void {
  const queries = useQueryClient()
  useInvalidation('processes', () => void forget(queries, GOING_ON))
}
