/** What a page has asked for: its place until it is there, and why it could not be had. */
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { ApiError } from '../../kernel/http/api.ts'
import { ListFailure } from '../../kernel/resource/list-failure.tsx'
import '../../kernel/resource/resource-page.css'

interface AskedProps<Data> {
  readonly of: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: (data: Data) => ReactNode
}

export function Asked<Data>({ of: { data, error, refetch }, children }: AskedProps<Data>) {
  // What was shown before stays, unless it may no longer be read.
  if (error instanceof ApiError && (data === undefined || error.status === 403 || error.status === 404))
    return <ListFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  return children(data)
}
