/** The attachments of a device as the server tells them. */
import { queryOptions } from '@tanstack/react-query'
import { queryDeviceAttachment } from '../../../../../model/contract/acquisition/device-attachments.ts'
import { ask } from '../../../../kernel/http/ask.ts'

/** The query for the attachments of a device. */
export const attachmentsOf = (id: string) =>
  queryOptions({
    queryKey: ['device-attachments', id],
    queryFn: ({ signal }) => ask(queryDeviceAttachment, { id }, { signal, quiet: true }),
  })
