# The words of sdcMicro. What has a counterpart is done, and a note says with which words of this
# package; everything else is refused, with what to use instead.

sdc_note <- function(...) tell_note(paste0(...), "word_of_sdcmicro")

refuse_words <- function(given, what) {
    instead <- c(pramVars = "post-randomization is not offered: use recoding = \"local\" or \"suppress\"",
                 strataVar = "strata are not offered: call anonymize() for each of them",
                 ghostVars = "linked variables are not offered: name them as quasi-identifiers, too",
                 combs = "subsets of keys are not offered: every combination is protected",
                 excludeVars = "excluded variables are not offered: remove the columns first",
                 randomizeRecords = "records keep their order",
                 options = "options of sdcMicro have no meaning here",
                 strata_variables = "strata are not offered: call anonymize() for each of them",
                 nc = "clusters are chosen by Shoal: see shoal_list(\"algorithms\")",
                 transf = "transformations are not offered: transform the columns first",
                 measure = "the measure of the average is the mean")
    for (name in intersect(names(given), names(instead)))
        if (!is.null(given[[name]])) refuse(what, ": ", name, ": ", instead[[name]], code = "word_unsupported")
    given[setdiff(names(given), names(instead))]
}

createSdcObj <- function(dat, keyVars, numVars = NULL, weightVar = NULL, hhId = NULL, sensibleVar = NULL,
                         alpha = NULL, ...) {
    if (!is.data.frame(dat)) refuse("createSdcObj takes a data frame")
    rest <- refuse_words(list(...), "createSdcObj")
    if (length(rest)) refuse("createSdcObj has no argument ", names(rest)[1L])
    column <- function(x) if (is.numeric(x)) names(dat)[x] else x
    out <- list(data = dat, quasi = role_names(column(keyVars), "keyVars"), numbers = column(numVars),
                weight = column(weightVar), household = column(hhId), sensitive = column(sensibleVar),
                missing = missing_rule(alpha))
    absent <- setdiff(unlist(out[c("quasi", "numbers", "weight", "household", "sensitive")]), names(dat))
    if (length(absent)) refuse("the data have no column '", absent[1L], "'", code = "column_unknown")
    sdc_note("keyVars are quasi, weightVar is weight, hhId is household, sensibleVar is sensitive in anonymize()")
    structure(out, class = "shoal_sdc")
}

# How blanks count: alpha = 1 lets them match every value, 0 takes them as a value.
missing_rule <- function(alpha) {
    if (is.null(alpha)) return(NULL)
    if (identical(as.double(alpha), 1)) return("wildcard")
    if (identical(as.double(alpha), 0)) return("category")
    refuse("alpha is 0 (blanks are a value: missing = \"category\") or 1 (they match every value: ",
           "missing = \"wildcard\") here", code = "word_unsupported")
}

print.shoal_sdc <- function(x, ...) {
    cat(sprintf("%d rows; quasi-identifiers: %s\n", nrow(x$data), paste(x$quasi, collapse = ", ")))
    cat("next: kAnon(x, k = 5), microaggregation(x), or anonymize()\n")
    invisible(x)
}

# Arguments of anonymize() that an object or a data frame gives.
sdc_arguments <- function(obj, keyVars, what) {
    if (inherits(obj, "shoal_sdc"))
        return(list(data = obj$data, quasi = if (is.null(keyVars)) obj$quasi else keyVars,
                    weight = obj$weight, household = obj$household, sensitive = obj$sensitive,
                    missing = obj$missing))
    if (!is.data.frame(obj)) refuse(what, " takes a data frame or what createSdcObj() returns")
    if (is.null(keyVars)) refuse(what, ": keyVars is missing: the quasi-identifiers")
    list(data = obj, quasi = if (is.numeric(keyVars)) names(obj)[keyVars] else keyVars)
}

# In sdcMicro 1 is what shall stay and n what may go; here a weight says how dear a blank is.
importance_weights <- function(importance, quasi) {
    if (is.null(importance)) return(NULL)
    if (!is.numeric(importance) || length(importance) != length(quasi) || anyNA(importance) ||
        any(importance < 1 | importance > length(quasi)))
        refuse("importance takes a number from 1 to ", length(quasi), " for each of the key variables")
    setNames(length(quasi) + 1 - importance, quasi)
}

localSuppression <- function(obj, k = 2, importance = NULL, keyVars = NULL, alpha = NULL, ...) {
    rest <- refuse_words(named_rest(...), "localSuppression")
    arguments <- sdc_arguments(obj, keyVars, "localSuppression")
    weights <- importance_weights(importance, arguments$quasi)
    if (!is.null(alpha)) arguments$missing <- missing_rule(alpha)
    sdc_note("this is anonymize(data, k = ", k, ", quasi = ~ ", paste(arguments$quasi, collapse = " + "),
             ", recoding = \"suppress\", suppression = 0",
             if (!is.null(weights)) paste0(", weights = c(", paste(names(weights), weights, sep = " = ", collapse = ", "), ")"),
             if (!is.null(arguments$missing)) paste0(", missing = \"", arguments$missing, "\""), ")")
    given <- c(arguments, list(k = k, recoding = "suppress", weights = weights), rest)
    if (is.null(given$suppression)) given$suppression <- 0
    do.call(anonymize, given)
}

kAnon <- localSuppression

sdc <- function(dat, keyVars, k = 3, weightVar = NULL, hhId = NULL, sensibleVar = NULL, numVars = NULL,
                alpha = NULL, importance = NULL, ...) {
    if (!is.null(numVars))
        refuse("sdc: blanks are for key variables; average numVars with microaggregation()",
               code = "word_unsupported")
    made <- createSdcObj(dat, keyVars, NULL, weightVar, hhId, sensibleVar, alpha)
    localSuppression(made, k = k, importance = importance, ...)
}

microaggregation <- function(obj, variables = NULL, aggr = 3, method = "mdav", ...) {
    rest <- refuse_words(named_rest(...), "microaggregation")
    known <- c("mdav", "vmdav", "univariate", "refine")
    if (!method %in% known)
        refuse("microaggregation: method ", method, " is not offered; use ", paste(known, collapse = ", "),
               code = "word_unsupported")
    if (is.null(variables)) variables <- if (inherits(obj, "shoal_sdc")) obj$numbers
    if (!length(variables)) refuse("microaggregation: variables is missing: columns to average")
    arguments <- sdc_arguments(obj, variables, "microaggregation")
    sdc_note("this is anonymize(data, k = ", aggr, ", quasi = ~ ", paste(arguments$quasi, collapse = " + "),
             ", recoding = \"microaggregation\", algorithm = \"", method, "\", suppression = 0)")
    given <- c(arguments, list(k = aggr, recoding = "microaggregation", algorithm = method), rest)
    if (is.null(given$suppression)) given$suppression <- 0
    do.call(anonymize, given)
}

globalRecode <- function(obj, column, breaks, labels = NULL, method = NULL, ...) {
    if (length(list(...))) refuse("globalRecode takes a column, breaks and labels here")
    if (!is.null(method))
        refuse("globalRecode: method is not offered: give breaks, or let anonymize() choose the groups ",
               "(recoding = \"cut\")", code = "word_unsupported")
    data <- if (inherits(obj, "shoal_sdc")) obj$data else obj
    if (!is.data.frame(data) || !column %in% names(data)) refuse("the data have no column '", column, "'")
    if (!is.numeric(data[[column]])) refuse("globalRecode cuts numbers; column '", column, "' has none")
    sdc_note("these groups are fixed: anonymize(..., hierarchies = list(", column,
             " = \"ranges:5,10\")) makes groups only as coarse as they have to be")
    data[[column]] <- cut(data[[column]], breaks, labels)
    if (!inherits(obj, "shoal_sdc")) return(data)
    obj$data <- data
    obj
}
