/* The part of libclang's C interface that the walk uses. Nothing is linked: the caller hands over the functions of the
   library that it has loaded, so that one build serves every version. */

#ifndef UNSTATIC_CLANG_H
#define UNSTATIC_CLANG_H

/* A node of the tree: data[0] is the declaration, data[1] in expressions the expression itself. */
typedef struct {
    int kind;
    int xdata;
    const void *data[3];
} Cursor;

typedef struct {
    int kind;
    void *data[2];
} Type;

typedef struct {
    const void *data[2];
    unsigned code;
} Location;

typedef struct {
    const void *data[2];
    unsigned begin, end;
} Range;

typedef struct {
    const void *data;
    unsigned flags;
} String;

typedef int (*Visitor)(Cursor cursor, Cursor parent, void *walker);
typedef int (*FieldVisitor)(Cursor field, void *walker);

enum { BREAK, CONTINUE, RECURSE };

enum {
    STRUCT = 2, UNION = 3, CLASS = 4, FIELD = 6, ENUM_CONSTANT = 7, FUNCTION = 8, VARIABLE = 9, PARAMETER = 10,
    TYPEDEF = 20, METHOD = 21, NAMESPACE = 22, LINKAGE_SPEC = 23, CONSTRUCTOR = 24, DESTRUCTOR = 25, CONVERSION = 26,
    FUNCTION_TEMPLATE = 30, CLASS_TEMPLATE = 31, TYPE_ALIAS = 36, TYPE_REF = 43, MEMBER_REF = 47, OVERLOADED = 49,
    UNEXPOSED = 100, FIRST_EXPRESSION = 100, DECL_REF = 101, MEMBER_REF_EXPR = 102, CALL = 103, PARENTHESES = 111,
    INIT_LIST = 119, NEW = 134, LAMBDA = 144, LAST_EXPRESSION = 199, COMPOUND = 202,
    MACRO_DEFINITION = 501, MACRO_EXPANSION = 502, INCLUSION = 503
};

enum { POINTER_TYPE = 101, RECORD_TYPE = 105, CONSTANT_ARRAY = 112, INCOMPLETE_ARRAY = 114, VARIABLE_ARRAY = 115,
       DEPENDENT_ARRAY = 116 };

#define CLANG_FUNCTIONS(X) \
    X(unsigned, visitChildren, (Cursor, Visitor, void *)) \
    X(unsigned, Type_visitFields, (Type, FieldVisitor, void *)) \
    X(Cursor, getTranslationUnitCursor, (void *)) \
    X(const char *, getCString, (String)) \
    X(void, disposeString, (String)) \
    X(void *, getIncludedFile, (Cursor)) \
    X(Location, getCursorLocation, (Cursor)) \
    X(Range, getCursorExtent, (Cursor)) \
    X(void, getFileLocation, (Location, void **, unsigned *, unsigned *, unsigned *)) \
    X(void, getExpansionLocation, (Location, void **, unsigned *, unsigned *, unsigned *)) \
    X(String, getCursorSpelling, (Cursor)) \
    X(String, getCursorDisplayName, (Cursor)) \
    X(String, Cursor_getMangling, (Cursor)) \
    X(Cursor, getCursorReferenced, (Cursor)) \
    X(Cursor, getSpecializedCursorTemplate, (Cursor)) \
    X(unsigned, getNumOverloadedDecls, (Cursor)) \
    X(Cursor, getOverloadedDecl, (Cursor, unsigned)) \
    X(int, getCXXAccessSpecifier, (Cursor)) \
    X(unsigned, CXXMethod_isVirtual, (Cursor)) \
    X(unsigned, CXXMethod_isStatic, (Cursor)) \
    X(unsigned, CXXMethod_isConst, (Cursor)) \
    X(Cursor, getCanonicalCursor, (Cursor)) \
    X(Cursor, getCursorSemanticParent, (Cursor)) \
    X(int, getCursorLinkage, (Cursor)) \
    X(int, Cursor_getStorageClass, (Cursor)) \
    X(Cursor, Cursor_getVarDeclInitializer, (Cursor)) \
    X(int, Cursor_hasVarDeclGlobalStorage, (Cursor)) \
    X(unsigned, Cursor_isAnonymous, (Cursor)) \
    X(unsigned, Cursor_isAnonymousRecordDecl, (Cursor)) \
    X(unsigned, Cursor_isBitField, (Cursor)) \
    X(int, Cursor_getNumArguments, (Cursor)) \
    X(Cursor, Cursor_getArgument, (Cursor, unsigned)) \
    X(unsigned, isCursorDefinition, (Cursor)) \
    X(Type, getCursorType, (Cursor)) \
    X(Type, getCanonicalType, (Type)) \
    X(String, getTypeSpelling, (Type)) \
    X(Cursor, getTypeDeclaration, (Type)) \
    X(Type, getPointeeType, (Type)) \
    X(Type, getArrayElementType, (Type)) \
    X(Type, getResultType, (Type)) \
    X(unsigned, isConstQualifiedType, (Type))

#define MEMBER(result, name, arguments) result(*name) arguments;
typedef struct {
    CLANG_FUNCTIONS(MEMBER)
} Clang;
#undef MEMBER

#endif
