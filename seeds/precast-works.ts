/** Demonstration tenant 10001: casting yards that prestress and cure the girders of railway viaducts. */
import { peopleOf } from './people.ts'
import { precastRegistry } from './precast-registry.ts'
import { precastWords } from './precast-words.ts'
import { roles } from './roles.ts'
import type { OrganisationSeed, PostSeed, TenantSeed } from './tenant.ts'

const organisations: readonly OrganisationSeed[] = [
  { code: 'group', orgName: '华东轨道交通预制集团', orgType: 'group', orgDescription: '集团本部，统管各预制梁场', orgSequence: 1 },
  { code: 'data', orgName: '数据中心', orgType: 'department', orgDescription: '采集平台、网络与数据质量', orgSequence: 1, parent: 'group' },
  { code: 'staffing', orgName: '人力资源部', orgType: 'department', orgDescription: '招聘、培训与考勤', orgSequence: 2, parent: 'group' },
  {
    code: 'nanjing',
    orgName: '南京预制梁场',
    orgType: 'company',
    orgDescription: '年产箱梁六百榀，江北新区',
    orgSequence: 3,
    parent: 'group',
  },
  {
    code: 'nanjing-production',
    orgName: '南京生产部',
    orgType: 'department',
    orgDescription: '箱梁预制的计划与调度',
    orgSequence: 1,
    parent: 'nanjing',
  },
  {
    code: 'nanjing-rebar',
    orgName: '钢筋班',
    orgType: 'team',
    orgDescription: '钢筋加工与绑扎',
    orgSequence: 1,
    parent: 'nanjing-production',
  },
  {
    code: 'nanjing-tensioning',
    orgName: '张拉压浆班',
    orgType: 'team',
    orgDescription: '预应力张拉与孔道压浆',
    orgSequence: 2,
    parent: 'nanjing-production',
  },
  {
    code: 'nanjing-curing',
    orgName: '蒸养班',
    orgType: 'team',
    orgDescription: '蒸汽养护与温控，三班倒',
    orgSequence: 3,
    parent: 'nanjing-production',
  },
  {
    code: 'nanjing-equipment',
    orgName: '设备物资部',
    orgType: 'department',
    orgDescription: '千斤顶、压力传感器与锅炉的保养和检定',
    orgSequence: 2,
    parent: 'nanjing',
  },
  {
    code: 'nanjing-laboratory',
    orgName: '中心试验室',
    orgType: 'department',
    orgDescription: '混凝土试件的标养与试压',
    orgSequence: 3,
    parent: 'nanjing',
  },
  {
    code: 'suzhou',
    orgName: '苏州预制梁场',
    orgType: 'company',
    orgDescription: '服务苏锡常城际，吴江汾湖',
    orgSequence: 4,
    parent: 'group',
  },
  {
    code: 'suzhou-production',
    orgName: '苏州生产部',
    orgType: 'department',
    orgDescription: '节段梁预制的计划与调度',
    orgSequence: 1,
    parent: 'suzhou',
  },
  {
    code: 'suzhou-tensioning',
    orgName: '张拉班',
    orgType: 'team',
    orgDescription: '预应力张拉与封锚',
    orgSequence: 1,
    parent: 'suzhou-production',
  },
  {
    code: 'suzhou-curing',
    orgName: '喷淋养护班',
    orgType: 'team',
    orgDescription: '智能喷淋养护与巡检',
    orgSequence: 2,
    parent: 'suzhou-production',
  },
  {
    code: 'suzhou-quality',
    orgName: '质量安全部',
    orgType: 'department',
    orgDescription: '过程检验、隐患排查与整改',
    orgSequence: 2,
    parent: 'suzhou',
  },
]

const posts: readonly PostSeed[] = [
  { postCode: 'general-manager', postName: '总经理', postSequence: 1 },
  { postCode: 'yard-manager', postName: '场长', postSequence: 1, parent: 'general-manager' },
  { postCode: 'production-manager', postName: '生产经理', postSequence: 1, parent: 'yard-manager' },
  { postCode: 'team-leader', postName: '班组长', postSequence: 1, parent: 'production-manager' },
  { postCode: 'operator', postName: '操作员', postSequence: 1, parent: 'team-leader' },
  { postCode: 'equipment-engineer', postName: '设备工程师', postSequence: 2, parent: 'yard-manager' },
  { postCode: 'quality-engineer', postName: '质检工程师', postSequence: 3, parent: 'yard-manager' },
  { postCode: 'data-engineer', postName: '数据工程师', postSequence: 2, parent: 'general-manager' },
  { postCode: 'staffing-officer', postName: '人事主管', postSequence: 3, parent: 'general-manager' },
]

const company = { domain: 'huadong-precast.example', offset: 11, disabled: ['masanbao', 'thomas.reed', 'daijun', 'caojing', 'ruby.lawson'] }

const users = peopleOf(company, [
  {
    org: 'data',
    post: 'data-engineer',
    partTimePost: 'quality-engineer',
    partTimeRoles: ['ROLE_VIEWER', 'ROLE_AUDITOR'],
    roles: ['ROLE_ADMIN'],
    people: 'admin 陈志远',
  },
  { org: 'staffing', post: 'staffing-officer', roles: ['ROLE_EDITOR'], people: 'editor 林晓彤' },
  { org: 'group', post: 'general-manager', roles: ['ROLE_VIEWER'], people: 'viewer 沈雅琴' },

  {
    org: 'group',
    post: 'general-manager',
    roles: ['ROLE_VIEWER', 'ROLE_AUDITOR'],
    people: 'wangjianguo 王建国, lixiumei 李秀梅, zhouguoliang 周国梁',
  },
  {
    org: 'data',
    post: 'data-engineer',
    roles: ['ROLE_EDITOR', 'ROLE_OPERATOR'],
    people: 'zhaotianyu 赵天宇, sunyuchen 孙雨晨, Emma Wilson, Daniel Clarke',
  },
  { org: 'staffing', post: 'staffing-officer', roles: ['ROLE_STAFFING'], people: 'xuwenjing 徐文静, Sophie Turner, Isla Graham' },

  {
    org: 'nanjing',
    post: 'yard-manager',
    partTimePost: 'quality-engineer',
    partTimeRoles: ['ROLE_AUDITOR'],
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'zhangweimin 张为民',
  },
  {
    org: 'nanjing-production',
    post: 'production-manager',
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'liuhaibo 刘海波, yangliping 杨丽萍, Jack Morgan',
  },
  {
    org: 'nanjing-rebar',
    post: 'team-leader',
    partTimePost: 'equipment-engineer',
    partTimeRoles: ['ROLE_VIEWER'],
    roles: ['ROLE_OPERATOR'],
    people: 'heguangming 何光明',
  },
  {
    org: 'nanjing-rebar',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'guodali 郭大力, masanbao 马三宝, luoyong 罗勇, songjianjun 宋建军, Thomas Reed',
  },
  { org: 'nanjing-tensioning', post: 'team-leader', roles: ['ROLE_OPERATOR'], people: 'zhengxiaolong 郑晓龙' },
  {
    org: 'nanjing-tensioning',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'xieweidong 谢卫东, hanlei 韩磊, tangzhijie 唐志杰, fengxue 冯雪, Oliver Hayes, Leo Hudson',
  },
  { org: 'nanjing-curing', post: 'team-leader', roles: ['ROLE_OPERATOR'], people: 'dongjie 董洁' },
  {
    org: 'nanjing-curing',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'chengpeng 程鹏, caojing 曹静, denglichun 邓立春, yuanlin 袁琳, Lucas Bennett',
  },
  {
    org: 'nanjing-equipment',
    post: 'equipment-engineer',
    roles: ['ROLE_OPERATOR'],
    people: 'shenhaoran 沈浩然, pengfei 彭飞, suwanqing 苏婉清, lukaiwen 卢凯文, Grace Foster, Henry Walsh',
  },
  {
    org: 'nanjing-laboratory',
    post: 'quality-engineer',
    roles: ['ROLE_OPERATOR'],
    people: 'jiangxinyi 蒋欣怡, caiyuting 蔡雨婷, jiamingzhe 贾明哲, dingsining 丁思宁, Alice Harper',
  },

  {
    org: 'suzhou',
    post: 'yard-manager',
    partTimePost: 'production-manager',
    partTimeRoles: ['ROLE_STAFFING'],
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'weizhengping 魏正平',
  },
  {
    org: 'suzhou-production',
    post: 'production-manager',
    roles: ['ROLE_VIEWER', 'ROLE_OPERATOR'],
    people: 'xueguoqiang 薛国强, yezitong 叶子彤, Mia Robinson',
  },
  { org: 'suzhou-tensioning', post: 'team-leader', roles: ['ROLE_OPERATOR'], people: 'yuguangyao 余光耀' },
  {
    org: 'suzhou-tensioning',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'panshaohua 潘少华, duxiaoyan 杜晓燕, daijun 戴军, Ethan Price, James Whitfield',
  },
  { org: 'suzhou-curing', post: 'team-leader', partTimePost: 'operator', roles: ['ROLE_OPERATOR'], people: 'xiamengqi 夏梦琪' },
  {
    org: 'suzhou-curing',
    post: 'operator',
    roles: ['ROLE_OPERATOR'],
    people: 'zhongliang 钟亮, tianhaiyang 田海洋, fanyifei 范一飞, Nathan Brooks, Chloe Marsh, Liam Carter',
  },
  {
    org: 'suzhou-quality',
    post: 'quality-engineer',
    roles: ['ROLE_VIEWER', 'ROLE_AUDITOR'],
    people: 'fangruoxi 方若曦, shilei 石磊, yaojiayi 姚佳怡, Ryan Fletcher, Hannah Doyle, Amelia Stone, Ruby Lawson',
  },
])

export const precastWorks: TenantSeed = {
  tenantCode: '10001',
  tenantName: '华东轨道交通预制梁场',
  tenantContact: '陈志远',
  tenantEmail: 'service@huadong-precast.example',
  tenantTel: '025-55550001',
  organisations,
  posts,
  roles,
  users,
  dictionaries: precastWords,
  registry: precastRegistry,
  limits: { userQuota: 200, storageQuota: 20_480, pointQuota: 5_000, expiresInDays: 730 },
  // So that the page of registration has something to show.
  parameters: { 'register.open': 'true', 'time.zone': 'Asia/Shanghai' },
}
