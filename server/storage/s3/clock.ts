/** The time of the store, which tells how old its objects are. It need not be ours; objects say when they were put, by its clock and to the second. */
import type { S3 } from './client.ts'

const MARK = 'started'
const SECOND = 1000

export interface Clock {
  /** A time of ours by the clock of the store, or a little earlier: what says that it is older is so. */
  there(ours: number): number
}

/**
 * The clock of the store, as its difference to the clock of this server. Puts an object and looks when that was; so it is known as well
 * that the bucket may be written to.
 */
export async function clockOf(s3: S3): Promise<Clock> {
  await s3.put(MARK, [Buffer.from(new Date().toISOString())])
  const now = Date.now()
  for await (const objects of s3.list(MARK)) {
    const mark = objects.find(({ key }) => key === MARK)
    if (mark) return { there: (ours) => ours + mark.modified - now - SECOND }
  }
  throw new Error('the S3 store does not list what it has taken')
}
