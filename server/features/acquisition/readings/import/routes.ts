/** History from a file: values that a logger has kept, that another system has exported, or that somebody has written down. */
import * as contract from '../../../../../model/contract/acquisition/collectors.ts'
import { points } from '../../../../../model/index.ts'
import { fail } from '../../../../kernel/errors.ts'
import { implement } from '../../../../kernel/http/http.ts'
import { MAX_MEMORY_FILE_MB, refuseSize } from '../../../../kernel/http/uploads.ts'
import { build } from '../../../../kernel/database/sql.ts'
import { enqueueReadings } from './job.ts'

/** Of a CSV file, which is read as a stream. */
const MEGABYTES = 200

export const importReading = implement(contract.importReading, {
  access: 'granted',
  of: points,
  summary: 'Import values with their times from a CSV file or a workbook: check it, store the good rows, or store all or nothing',
  upload: { megabytes: MEGABYTES },
  async handle(call) {
    const {
      input: { mode, deviceId },
      inTenant,
    } = call
    const { path, name = '', size = 0, most = 0 } = call.upload ?? {}
    if (path === undefined || size === 0) fail('import.empty', { field: { name: 'file', label: 'error.import.empty' } })
    const isWorkbook = /\.xlsx$/i.test(name)
    if (!isWorkbook && !/\.csv$/i.test(name)) fail('readings.file-type', { field: { name: 'file', label: 'error.readings.file-type' } })
    const limit = isWorkbook ? MAX_MEMORY_FILE_MB * 1024 ** 2 : most
    if (size >= limit) refuseSize(limit)
    if (deviceId !== undefined)
      await inTenant((tx) => tx.first(build.selectFrom('devices').select('id').where('id', '=', deviceId))).then(
        (found) => found ?? fail('row.not-found'),
      )
    return {
      jobId: await enqueueReadings(call, { mode, path, fileName: name, ...(deviceId === undefined ? {} : { deviceId }) }),
      report: null,
      file: null,
      handed: null,
    }
  },
})
