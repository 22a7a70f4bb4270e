/** What was wrong with devices, in the log: each at most once a minute, and so many lines a minute of all of them. */

export interface Complaint {
  readonly code:
    'topic' | 'credentials' | 'blocked' | 'client-id' | 'mqtt-version' | 'packet-size' | 'protocol' | 'no-birth' | 'sequence-gap'
  /** As the device signs in, or wants to. */
  readonly device: string
  readonly address: string
  /** The topic, the client id, the version. */
  readonly at?: string
}

export interface Complaints {
  report(complaint: Complaint): void
}

const WINDOW_MS = 60_000
const MAX_LINES = 30
/** Whoever tries may send anything as a name. */
const MAX_TEXT = 200

export type WriteComplaint = (complaint: Complaint & { readonly omitted?: number }) => void

/**
 * A rate-limited log of faults of devices: each device and fault once a minute, and thirty lines of all.
 * @param write Called for what is told, with how many were not since the last one.
 */
export function openComplaints(write: WriteComplaint, now: () => number = () => performance.now()): Complaints {
  let reported = new Set<string>()
  let windowEnds = 0
  let omitted = 0
  return {
    report(complaint) {
      if (now() >= windowEnds) {
        reported = new Set()
        windowEnds = now() + WINDOW_MS
      }
      const short = {
        ...complaint,
        device: complaint.device.slice(0, MAX_TEXT),
        ...(complaint.at === undefined ? {} : { at: complaint.at.slice(0, MAX_TEXT) }),
      }
      const key = `${short.code} ${short.device}`
      if (reported.has(key) || reported.size >= MAX_LINES) {
        omitted += 1
        return
      }
      reported.add(key)
      write(omitted > 0 ? { ...short, omitted } : short)
      omitted = 0
    },
  }
}
