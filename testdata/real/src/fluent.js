import * as f from '@fluentui/web-components';
f.provideFluentDesignSystem().register(f.allComponents);
