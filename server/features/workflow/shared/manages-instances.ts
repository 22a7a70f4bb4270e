import { queryHistoricTrack, queryProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'

/** Whether the caller may look at instances as those who manage them do; which, their rows say. */
export const managesInstances = ({ urls }: Pick<Caller, 'urls'>): boolean =>
  urls.has(queryProcessTrack.path) || urls.has(queryHistoricTrack.path)
