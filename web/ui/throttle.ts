/** Runs `work` at most once in `ms` milliseconds; what is asked meanwhile runs once at the end. `cancel` forgets it. */
export function throttle(work: () => void, ms: number): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const end = () => {
    timer = undefined
    if (!again) return
    again = false
    run()
  }
  function run(): void {
    if (timer !== undefined) {
      again = true
      return
    }
    work()
    timer = setTimeout(end, ms)
  }
  return Object.assign(run, {
    cancel() {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  })
}
