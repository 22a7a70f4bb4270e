/** What was wrong with devices, in the log: each at most once a minute, and so many lines a minute of all of them. */

export interface Complaint {
  readonly code: 'topic' | 'credentials' | 'blocked' | 'client-id' | 'mqtt-version' | 'packet-size' | 'protocol'
  /** As the device signs in, or wants to. */
  readonly device: string
  readonly address: string
  /** The topic, the client id, the version. */
  readonly at?: string
}

export interface Complaints {
  tell(complaint: Complaint): void
}

const WINDOW_MS = 60_000
const MAX_LINES = 30
/** Whoever tries may send anything as a name. */
const MAX_TEXT = 200

export type WriteComplaint = (complaint: Complaint & { readonly untold?: number }) => void

/**
 * A rate-limited log of faults of devices: each device and fault once a minute, and thirty lines of all.
 * @param write Called for what is told, with how many were not since the last one.
 */
export function openComplaints(write: WriteComplaint, now: () => number = () => performance.now()): Complaints {
  let told = new Set<string>()
  let windowEnds = 0
  let untold = 0
  return {
    tell(complaint) {
      if (now() >= windowEnds) {
        told = new Set()
        windowEnds = now() + WINDOW_MS
      }
      const short = {
        ...complaint,
        device: complaint.device.slice(0, MAX_TEXT),
        ...(complaint.at === undefined ? {} : { at: complaint.at.slice(0, MAX_TEXT) }),
      }
      const key = `${short.code} ${short.device}`
      if (told.has(key) || told.size >= MAX_LINES) {
        untold += 1
        return
      }
      told.add(key)
      write(untold > 0 ? { ...short, untold } : short)
      untold = 0
    },
  }
}
