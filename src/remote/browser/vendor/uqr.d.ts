// The build puts the package's own module beside this file.
export * from 'uqr';
