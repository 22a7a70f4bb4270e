/** What is in a file, fetched with the token of the session: no element of a page could ask for it by itself. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { FILES, contentOf } from '../client.ts'

export interface Content {
  readonly data: Blob | undefined
  readonly error: Error | null
}

/** The content of a file once it is there, or why it is not. @param most Bytes from the beginning; absent: all */
export function useContent({ id, updateTime }: FileRow, most?: number): Content {
  const { data, error } = useQuery({
    queryKey: [FILES, 'content', id, updateTime, most],
    queryFn: ({ signal }) => contentOf(id, { signal, ...(most === undefined ? {} : { most }) }),
    // Large, and soon asked for again if it is looked at twice.
    gcTime: 0,
    staleTime: Infinity,
  })
  return { data, error }
}

/** An address of what is in memory, typed as the server says; it is good while the part that asked for it is shown. */
export function useAddress(content: Blob | undefined, type: string): string | undefined {
  const address = useMemo(() => content && URL.createObjectURL(new Blob([content], { type })), [content, type])
  useEffect(
    () => () => {
      if (address) URL.revokeObjectURL(address)
    },
    [address],
  )
  return address
}
