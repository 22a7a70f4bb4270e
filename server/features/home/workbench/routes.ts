import type { Feature } from '../../../kernel/http/http.ts'
import { queryWorkbench, resetWorkbench, updateWorkbench } from './arrangement.ts'
import { queryTask } from './tasks.ts'

/** The first page of the console: how each person arranges it, and what waits for them. */
export const workbenchFeature: Feature = { tag: 'workbench', routes: [queryWorkbench, updateWorkbench, resetWorkbench, queryTask] }
