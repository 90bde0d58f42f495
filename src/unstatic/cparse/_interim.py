from __future__ import annotations
import bisect, ctypes, os
from ctypes import byref, c_uint, c_void_p, POINTER
from pathlib import Path
from unstatic.source import SourceFile, Span
from unstatic.errors import ParseError
from unstatic.cparse.facts import *
from unstatic.cparse.library import load, Visitor, UnsavedFile, CONTINUE, RECURSE
from unstatic.cparse.arguments import ParseOptions, arguments_for
from unstatic.clex import lex

ERR=3
KINDS={8:SymbolKind.FUNCTION,9:SymbolKind.VARIABLE,10:SymbolKind.PARAMETER,6:SymbolKind.FIELD,2:SymbolKind.RECORD,3:SymbolKind.RECORD,4:SymbolKind.RECORD,20:SymbolKind.TYPEDEF,7:SymbolKind.ENUM_CONSTANT,21:SymbolKind.FUNCTION}

class P:
    def __init__(s, unit, root, options, unsaved):
        s.lib=load(options.libclang); s.c=s.lib.call; s.unit=unit
        s.root=Path(os.path.realpath(root)); s.path=Path(os.path.realpath(unit.path))
        args=arguments_for(unit, s.root, options, s.lib)
        s.index=s.c["createIndex"](0,0)
        arr=(ctypes.c_char_p*len(args))(*[a.encode() for a in args])
        us=(UnsavedFile*max(1,len(unsaved)))()
        s.keep=[]
        for i,(p,d) in enumerate(unsaved.items()):
            us[i].name=os.fsencode(p); us[i].contents=d; us[i].length=len(d); s.keep.append((p,d))
        tu=c_void_p()
        rc=s.c["parseTranslationUnit2"](s.index, os.fsencode(s.path), arr, len(args), us, len(unsaved), 1|0x200, byref(tu))
        if rc or not tu: raise ParseError(f"{s.path}: can't be parsed ({rc})")
        s.tu=tu; s.unsaved=unsaved; s.fcache={}; s.files={}; s.symcache={}
    def txt(s,x): return s.lib.text(x)
    def file(s,h):
        if not h: return None
        if h not in s.fcache:
            n=s.txt(s.c["getFileName"](h)); p=Path(os.path.realpath(n))
            ok=p==s.path or p.is_relative_to(s.root)
            s.fcache[h]=p if ok else None
            if ok and p not in s.files:
                d=s.unsaved.get(p)
                if d is None:
                    d=p.read_bytes()
                s.files[p]=SourceFile(p,d)
        return s.fcache[h]
    def loc(s,place,fn="getFileLocation"):
        f=c_void_p(); o=c_uint()
        s.c[fn](place, byref(f), None, None, byref(o))
        return s.file(f.value), o.value
    def floc(s,c): return s.loc(s.c["getCursorLocation"](c))
    def span(s,c):
        r=s.c["getCursorExtent"](c)
        p,a=s.loc(s.c["getRangeStart"](r),"getExpansionLocation")
        re=s.c["getRangeEnd"](r)
        p2,b=s.loc(re); p3,e=s.loc(re,"getExpansionLocation")
        m=s.mstart.get((p3,e)) 
        if m is not None and e<=b+0 and s.inside_macro(p3,e,b): b=m
        return p,Span(a,max(a,b))
    def inside_macro(s,p,e,b):
        m=s.mstart[(p,e)]
        return e<=b<=m or b==e
    def symbol(s,c):
        can=s.c["getCanonicalCursor"](c)
        key=can.first
        if key in s.symcache: return s.symcache[key]
        name=s.txt(s.c["getCursorSpelling"](can)); kind=can.kind
        p,o=s.floc(can)
        if kind==6:
            par=s.c["getCursorSemanticParent"](can); ps=s.record(par); sym=f"{ps}.{name}"
        elif kind in (2,3,4): sym=s.record(can)
        elif kind==20: sym=name
        elif kind in (8,9,10,21,7):
            link=s.c["getCursorLinkage"](can)
            if link in (4,3) or p is None or kind==7: sym=name
            elif kind!=10 and link==2 : sym=f"{p}:{name}"
            else:
                par=s.c["getCursorSemanticParent"](can)
                fn=s.txt(s.c["getCursorSpelling"](par))
                st=s.c["Cursor_getStorageClass"](can)
                sym=f"{p}:{fn}:{name}" if st==3 and kind==9 else f"{p}:{fn}:{name}@{o}"
        else: sym=name
        s.symcache[key]=sym
        return sym
    def record(s,c):
        can=s.c["getCanonicalCursor"](c)
        n=s.txt(s.c["getCursorSpelling"](can))
        if not n or "(" in n:
            n=s.txt(s.c["getTypeSpelling"](s.c["getCursorType"](can)))
        return n.replace("struct ","").replace("union ","")
    def tdecl_record(s,t):
        t=s.c["getCanonicalType"](t)
        for _ in range(6):
            if t.kind==101: t=s.c["getCanonicalType"](s.c["getPointeeType"](t))
            elif t.kind in (112,114,115): t=s.c["getCanonicalType"](s.c["getArrayElementType"](t))
            else: break
        if t.kind==105: return s.record(s.c["getTypeDeclaration"](t))
        return None
    def run(s):
        root=s.c["getTranslationUnitCursor"](s.tu)
        macros=[];mdefs=[];incs=[];decls=[];refs=[];calls=set()
        raw=[]
        s.mstart={}
        def top(c,par,data):
            k=c.kind
            if k==502:
                p,o=s.floc(c)
                if p:
                    r=s.c["getCursorExtent"](c); _,a=s.loc(s.c["getRangeStart"](r)); _,b=s.loc(s.c["getRangeEnd"](r))
                    macros.append((p,a,b,s.txt(s.c["getCursorSpelling"](c)),c))
                    s.mstart[(p,a)]=max(b,s.mstart.get((p,a),0))
            elif k==501:
                p,o=s.floc(c)
                if p: mdefs.append((p,o,s.txt(s.c["getCursorSpelling"](c))))
            elif k==503:
                p,o=s.floc(c)
                if p:
                    f=s.c["getIncludedFile"](c)
                    if f:
                        n=Path(os.path.realpath(s.txt(s.c["getFileName"](f))))
                        incs.append((n,p,o,s.file(f) is not None))
            else:
                raw.append(c)
            return CONTINUE
        cb=Visitor(top); s.c["visitChildren"](root,cb,None)
        own=[]
        for c in raw:
            f=c_void_p();o=c_uint()
            s.c["getExpansionLocation"](s.c["getCursorLocation"](c),byref(f),None,None,byref(o))
            if s.file(f.value): own.append(c)
        nodes=[]
        def vis(c,par,data):
            nodes.append((c,par.kind)); return RECURSE
        cb2=Visitor(vis)
        for c in own:
            nodes.append((c,0)); s.c["visitChildren"](c,cb2,None)
        fnspans={}
        pend=[]
        initof=[]
        for c,pk in nodes:
            k=c.kind
            if k in KINDS: s.decl(c,decls,initof)
            elif k in (101,102,43,47): pend.append(c)
            elif k==103:
                ch=s.lib.children(c)
                if ch:
                    x=ch[0]
                    while x.kind in (100,111):
                        cc=s.lib.children(x)
                        if not cc: break
                        x=cc[0]
                    if x.kind==101: calls.add(s.floc(x))
        # functions by span
        by={}
        for d in decls:
            if d.kind is SymbolKind.FUNCTION and d.body: by.setdefault(d.path,[]).append((d.span.start,d.span.end,d.symbol))
        for v in by.values(): v.sort()
        def fn_at(p,o):
            v=by.get(p)
            if not v: return None
            i=bisect.bisect_right(v,(o,1<<60,""))-1
            return v[i][2] if i>=0 and o<v[i][1] else None
        ini=[(d.path,d.initialiser,d.symbol) for d in decls if d.kind is SymbolKind.VARIABLE and d.initialiser and (d.function is None or d.storage=="static")]
        def init_at(p,o):
            for q,sp,sy in ini:
                if q==p and o in sp: return sy
            return None
        seen=set()
        kindmap={8:SymbolKind.FUNCTION,21:SymbolKind.FUNCTION,9:SymbolKind.VARIABLE,10:SymbolKind.PARAMETER,6:SymbolKind.FIELD,2:SymbolKind.RECORD,3:SymbolKind.RECORD,20:SymbolKind.TYPEDEF,7:SymbolKind.ENUM_CONSTANT}
        # outer macro lookup
        for c in pend:
            t=s.c["getCursorReferenced"](c)
            if t.kind not in kindmap: continue
            p,o=s.floc(c)
            if p is None: continue
            name=s.txt(s.c["getCursorSpelling"](t)); b=name.encode()
            data=s.files[p].data
            via=None
            if data[o:o+len(b)]!=b:
                if c.kind==102:
                    # member: location is the member name normally
                    pass
                e=o
                while e<len(data) and (chr(data[e]).isalnum() or data[e]==95): e+=1
                via=data[o:e].decode("latin-1")
            sym=s.symbol(t)
            key=(p,o,sym,via)
            if key in seen: continue
            seen.add(key)
            refs.append(Reference(p,o,name,sym,kindmap[t.kind],fn_at(p,o),(p,o) in calls,via,init_at(p,o)))
        defs=[]
        lexed={p:lex(f.data) for p,f in s.files.items()}
        dirs={}
        for p,L in lexed.items():
            for d in L.directives:
                if d.name==b"define": dirs[p,d.span.start]=d
        mds=[];locs={}
        for p,o,n in mdefs:
            d=next((d for (q,st),d in dirs.items() if q==p and d.span.start<=o<d.span.end),None)
            if not d: continue
            data=s.files[p].data; nb=o+len(n.encode()); params=None; body=nb
            if data[nb:nb+1]==b"(":
                e=data.index(b")",nb); params=tuple(x.strip().decode() for x in data[nb+1:e].split(b",") if x.strip()); body=e+1
            mds.append(MacroDefinition(n,p,d.span,Span(body,max(body,d.span.end)),params)); locs[n]=(p,d.span.start)
        exps=tuple(MacroExpansion(n,p,Span(a,b),locs.get(n)) for p,a,b,n,c in macros)
        diags=[]
        for i in range(s.c["getNumDiagnostics"](s.tu)):
            d=s.c["getDiagnostic"](s.tu,i); sev=s.c["getDiagnosticSeverity"](d); p,o=s.loc(s.c["getDiagnosticLocation"](d))
            diags.append(Diagnostic(sev,p,o,s.txt(s.c["getDiagnosticSpelling"](d)))); s.c["disposeDiagnostic"](d)
        skipped={}
        rl=s.c["getAllSkippedRanges"](s.tu)
        for i in range(rl.contents.count):
            r=rl.contents.ranges[i]; p,a=s.loc(s.c["getRangeStart"](r)); _,b=s.loc(s.c["getRangeEnd"](r))
            if p: skipped.setdefault(p,[]).append(Span(a,b))
        has=any(n.name=="Python.h" for n,_,_,_ in incs) or any(os.path.basename(str(x[0]))=="Python.h" for x in incs)
        return ParsedUnit(s.path,s.unit.language,s.files,tuple(decls),tuple(sorted(refs,key=lambda r:(r.path,r.offset))),tuple(mds),exps,tuple(diags),tuple(Inclusion(a,b,o,x) for a,b,o,x in incs),{p:tuple(sorted(v)) for p,v in skipped.items()},has)
    def decl(s,c,out,initof):
        k=c.kind
        p,o=s.floc(c)
        if p is None: return
        name=s.txt(s.c["getCursorSpelling"](c))
        if not name and k!=10: return
        data=s.files[p].data
        fm=data[o:o+len(name.encode())]!=name.encode()
        ns=Span(o,o+len(name.encode())) if not fm else Span(o,s.mstart.get((p,o),o))
        _,span=s.span(c)
        t=s.c["getCursorType"](c); ct=s.c["getCanonicalType"](t)
        link={4:Linkage.EXTERNAL,3:Linkage.EXTERNAL,2:Linkage.INTERNAL}.get(s.c["getCursorLinkage"](c),Linkage.NONE)
        st={3:"static",2:"extern"}.get(s.c["Cursor_getStorageClass"](c),"") if k in (8,9) else ""
        fn=None; par=None
        sp=s.c["getCursorSemanticParent"](c)
        if k in (9,10) and sp.kind in (8,21): fn=s.symbol(sp)
        if k==6: par=s.record(sp)
        init=None;entries=None;body=None;params=();res=None
        isdef=bool(s.c["isCursorDefinition"](c)); tent=False
        if k==9:
            ch=s.lib.children(c)
            ic=[x for x in ch if x.kind>=100 and x.kind<300]
            hasinit=False
            if ic:
                x=ic[-1]
                # array dims are also exprs: initialiser only when '=' follows name
                _,isp=s.span(x)
                between=data[ns.end:isp.start]
                if b"=" in between or x.kind==119 and b"{" in data[ns.end:isp.start+1]:
                    init=isp; hasinit=True
                    if x.kind==119: entries=s.entries(x,0,t)
            tent=not hasinit and st!="extern" and fn is None
            if fn is not None and s.c["Cursor_getStorageClass"](c)!=3: pass
            if tent: isdef=False
        if k in (8,21):
            n=s.c["Cursor_getNumArguments"](c)
            params=tuple(s.symbol_p(s.c["Cursor_getArgument"](c,i)) for i in range(max(n,0)))
            res=s.txt(s.c["getTypeSpelling"](s.c["getResultType"](t)))
            if isdef:
                b=[x for x in s.lib.children(c) if x.kind==202]
                if b: _,body=s.span(b[0])
        et=ct
        while et.kind in (112,114,115): et=s.c["getCanonicalType"](s.c["getArrayElementType"](et))
        out.append(Declaration(s.symbol_p(c) ,KINDS[k],name,p,span,ns,s.txt(s.c["getTypeSpelling"](t)),s.txt(s.c["getTypeSpelling"](ct)),link,st,isdef,tent,fn,par,init,entries,body,params,res,bool(s.c["isConstQualifiedType"](et)),fm,s.tdecl_record(t)))
    def symbol_p(s,c):
        if c.kind==10:
            p,o=s.floc(c); par=s.c["getCursorSemanticParent"](c)
            return f"{p}:{s.txt(s.c['getCursorSpelling'](par))}:{s.txt(s.c['getCursorSpelling'](c))}@{o}"
        return s.symbol(c)
    def entries(s,x,depth,t):
        ct=s.c["getCanonicalType"](t); names=None; elem=None; ftypes=[]
        if ct.kind==105:
            fs=s.lib.fields(ct); names=[s.txt(s.c["getCursorSpelling"](f)) for f in fs]; ftypes=[s.c["getCursorType"](f) for f in fs]
        elif ct.kind in (112,114): elem=s.c["getArrayElementType"](ct)
        out=[]; i=0
        ch=s.lib.children(x)
        if len(ch)>5000: return None
        for c in ch:
            _,sp=s.span(c); vsp=sp; field=None; des=False; v=c
            cc=s.lib.children(c) if c.kind==100 else []
            if cc and cc[0].kind==47:
                field=s.txt(s.c["getCursorSpelling"](cc[0])); des=True; v=cc[-1]
                _,vsp=s.span(v)
                if names and field in names: i=names.index(field)
                # start of designator
            elif names: field=names[i] if i<len(names) else None
            p,a=s.loc(s.c["getRangeStart"](s.c["getCursorExtent"](c)),"getExpansionLocation")
            mac=(p,a) in s.mstart and s.mstart[(p,a)]>=sp.end and not des and v.kind==119
            kids=None
            if v.kind==119 and not mac and depth<3:
                nt=ftypes[i] if names and i<len(ftypes) else elem
                kids=s.entries(v,depth+1,nt) if nt is not None else None
            out.append(InitEntry(field,i,des,sp,vsp,kids,mac)); i+=1
        return tuple(out)

def parse(unit, root, options=ParseOptions(), unsaved={}):
    return P(unit,root,options,unsaved).run()
