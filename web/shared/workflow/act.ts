import { ApiError } from '../../kernel/http/api.ts'
import { toast } from '../../ui/toast.ts'

/** Whether it was done, which people are told; of what failed they were told already. */
export async function done(work: () => Promise<unknown>, message: string): Promise<boolean> {
  try {
    await work()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    return false
  }
  toast.success(message)
  return true
}
