import { queryPublicParam, resetSysParam } from '../../../../model/contract/system/parameters.ts'
import { parameters } from '../../../../model/index.ts'
import { knownParameter, knownParameters, textOfSetting } from '../../../../model/system/known-parameters.ts'
import type { ParameterKey } from '../../../../model/system/known-parameters.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { changeRows, update } from '../../../kernel/resources/update.ts'
import { build } from '../../../kernel/database/sql.ts'
import { parameterWrites } from './write.ts'
import { LIMITS_OF_PEOPLE } from '../../../kernel/authorization/caller.ts'

export const parametersFeature: Feature = {
  tag: 'parameters',
  routes: [
    list(parameters),
    add(parameterWrites),
    update(parameterWrites),
    remove(parameterWrites),
    importOf(parameterWrites),
    ...exportsOf(parameters),
    implement(resetSysParam, {
      access: 'granted',
      summary: 'Give parameters of the product their defaults back',
      of: parameters,
      handle: (call) =>
        call.inTenant(async (tx) => {
          const rows = await tx.all(build.selectFrom('parameters').select(['id', 'param_key']).where('id', 'in', call.input.id))
          if (rows.length !== call.input.id.length || rows.some((row) => !knownParameter(row.param_key))) fail('row.not-found')
          await changeRows(
            tx,
            parameterWrites,
            call,
            rows.map(({ id, param_key: key }) => ({
              id,
              values: { paramValue: textOfSetting(knownParameters[key as ParameterKey].initial) },
            })),
          )
          return { reset: rows.length }
        }),
    }),
    implement(queryPublicParam, {
      access: 'signed-in',
      allowedWith: LIMITS_OF_PEOPLE,
      summary: 'What pages have to know: the rules for passwords, the size of uploads, and which exports take a while',
      async handle({ caller, services }) {
        const settings = await services.settings.of(caller.tenantId)
        return {
          password: {
            minLength: settings['password.minLength'],
            needs: settings['password.needs'],
            history: settings['password.history'],
            maxAgeDays: settings['password.maxAgeDays'],
          },
          upload: { maxMegabytes: settings['upload.maxMegabytes'] },
          export: { jobRows: settings['export.jobRows'] },
        }
      },
    }),
  ],
}
