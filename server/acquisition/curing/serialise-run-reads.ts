/** Reads of the samples of runs: little is read at once, much by one call of a tenant at a time, under a mutex of that tenant. */
import type { TenantId } from '../../../model/brands.ts'
import { openKeyedMutex } from '../../kernel/database/keyed-mutex.ts'
import { Failure } from '../../kernel/errors.ts'
import { MAX_SAMPLES } from './read-run.ts'
import type { SampleReads } from './shared-reads.ts'
import { withSharedReads } from './shared-reads.ts'

/** Samples of a run that nobody waits for: two days of six points, each minute. */
const LIGHT_SAMPLES = 20_000
/** Samples for whoever looks at a run: two months of six points, each minute. What is judged may be more. */
export const SHOWN_SAMPLES = 500_000
/** Calls of one tenant that wait for a heavy one. */
const MAX_WAITING = 20

const heavy = openKeyedMutex(MAX_WAITING)

/**
 * What `work` gives, begun anew under the mutex of the tenant where it has to read more than a little. Nobody holds a connection while they wait.
 * `work` may use what other calls read meanwhile, and goes on from what it has read itself.
 * @param most Samples that it may read under the mutex; {@link MAX_SAMPLES} by default
 * @throws Failure `run.samples` where that is not enough; `server.busy` where too many wait
 */
export async function serialiseRunReads<Result>(
  tenantId: TenantId,
  work: (most: number, reads: SampleReads) => Promise<Result>,
  most = MAX_SAMPLES,
): Promise<Result> {
  return withSharedReads(tenantId, async (reads) => {
    try {
      return await work(LIGHT_SAMPLES, reads)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'run.samples') throw error
    }
    return heavy.run(tenantId, () => work(most, reads))
  })
}
