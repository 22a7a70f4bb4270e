import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The way to the page of another device. */
export function DeviceLink({ id, children }: { id: string; children: ReactNode }) {
  return <Link to={`/acquisition/device?id=${id}`}>{children}</Link>
}
