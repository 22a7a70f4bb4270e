import { ApiError } from '../../kernel/http/api.ts'
import { toast } from '../../ui/toast.ts'

/** Whether it was done; of what failed people were told already. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    return false
  }
}

/** The same, and where it was done people are told so. */
export async function done(work: () => Promise<unknown>, message: string): Promise<boolean> {
  const isDone = await attempt(work)
  if (isDone) toast.success(message)
  return isDone
}
