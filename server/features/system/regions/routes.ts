import { queryRegionType } from '../../../../model/contract/system/regions.ts'
import { regions } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { tree } from '../../../kernel/resources/tree.ts'
import { addRegion, changeRegion, regionWrites, removeRegions } from './write.ts'

const types = regions.fields.regionType.options ?? []

export const regionsFeature: Feature = {
  tag: 'regions',
  routes: [
    list(regions),
    tree(regions, 'list', 'regionCode'),
    implement(queryRegionType, {
      access: 'signed-in',
      summary: 'The types a region can have',
      handle: async ({ t }) => ({
        list: types.map((value) => ({ name: t(`choice.regionType.${value}` as LabelKey), value: String(value) })),
      }),
    }),
    addRegion,
    changeRegion,
    removeRegions,
    importOf(regionWrites),
    ...exportsOf(regions),
  ],
}
